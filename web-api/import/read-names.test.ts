import { frameworkNamed, transportNamed } from './read-names.ts';

describe('names', () => {
  test.each([
    ['Websockets', 'websocket'],
    ['Server Sent Events', 'sse'],
    ['Long-Polling', 'long-polling'],
    ['Http-Streaming', 'http-streaming'],
    ['WS-Polling', 'ws-polling'],
    ['polling.json', 'polling'],
    ['2014 longpolling (1).json', 'long-polling'],
    ['sse.json', 'sse'],
    ['ws.json', 'websocket'],
    ['runs.json', null],
    ['constructor', null],
    ['websockets and polling.json', null],
    ['Murmur SSE.json', 'sse'],
    ['Shout_LP.json', 'long-polling'],
    ['ShoutWebSockets.json', 'websocket'],
    ['Shout.IO Polling', 'polling'],
    ['shout-server-sent-events-2014.json', 'sse'],
    ['HTTPStreaming.json', 'http-streaming'],
    ['websockets2.json', 'websocket'],
    ['Loudstreamer.json', null],
    ['loudstreamer polling.json', 'polling'],
    ['LoudstreamerWSP.json', 'ws-polling'],
    ['LoudstreamerWSPvsWS.json', null],
    ['ShoutSSEandWebSockets.json', null],
    ['websockets, polling.json', null],
    ['answers.json', null],
    ['classes.json', null],
  ])('%s means the transport %s', (name, transport) => {
    expect(transportNamed(name)).toBe(transport);
  });

  test.each([
    ['ShoutRSSEWithSentFromServerDividedBy60.json', 'ShoutR', 'sse'],
    ['ShoutRSSEWithSentFromServerDividedBy60.json', 'Murmur', 'sse'],
    ['ShoutRLP.json', 'ShoutR', 'long-polling'],
    ['ShoutRLP.json', 'Murmur', null],
    ['shoutsse.json', 'shout', 'sse'],
    ['MurmurOnAWS.json', 'Murmur', null],
    ['ShoutHTTPStreaming.json', 'Shout', 'http-streaming'],
    ['LongPolling.json', 'Long', 'long-polling'],
    ['WebSockets.json', 'Web', 'websocket'],
    ['Stream.json', 'Stream', 'http-streaming'],
  ])('%s with runs of %s means the transport %s', (file, framework, transport) => {
    expect(transportNamed(file, [framework])).toBe(transport);
  });

  test.each([
    ['Open Outcry.JS', 'open-outcry.js'],
    ['  ../../etc  ', 'etc'],
    ['A'.repeat(200), 'a'.repeat(64)],
  ])('%j is the framework %s', (name, id) => {
    expect(frameworkNamed(name).id).toBe(id);
  });

  test.each([
    ['Murmur SSE', 'murmur', 'sse'],
    ['Murmur LP', 'murmur', 'long-polling'],
    ['ShoutJS Stream', 'shoutjs', 'http-streaming'],
    ['Shout.IO Polling', 'shout.io', 'polling'],
    ['Loudstreamer WSP', 'loudstreamer', 'ws-polling'],
    ['Shout! Server Sent Events', 'shout', 'sse'],
    ['Shout WebSockets', 'shout', 'websocket'],
    ['Live Stream', 'live', 'http-streaming'],
    ['Shout-Murmur', 'shout-murmur', null],
    ['Shout.ws', 'shout.ws', null],
    ['WS-Polling', 'ws-polling', null],
    ['Long Polling', 'long-polling', null],
    ['(SSE)', 'sse', null],
    ['Loudstreamer', 'loudstreamer', null],
    ['Polling', 'polling', null],
    ['Constructor constructor', 'constructor-constructor', null],
  ])('%j is the framework %s over %s', (name, id, transport) => {
    expect(frameworkNamed(name)).toMatchObject({ id, transport });
    if (transport !== null) expect(frameworkNamed(name).label).toBe(name.split(' ')[0]);
  });

  test('a name without a letter still gives an id of its own', () => {
    expect(frameworkNamed('呼').id).toMatch(/^x[0-9a-f]{12}$/);
    expect(frameworkNamed('呼').id).not.toBe(frameworkNamed('声').id);
  });
});
