import { ChannelLines } from './channel-lines.ts';

function lines(limit?: number): { channel: ChannelLines; messages: string[] } {
  const messages: string[] = [];
  return { messages, channel: new ChannelLines('m4rk', (text) => messages.push(text), limit) };
}

test('messages are told from what a shell prints, wherever the text is cut', () => {
  const text = 'Welcome!\nm4rk{"a":1}\n\nlast login: m4rk{"b":2}\nm4rk{"c":3}\n';
  for (let size = 1; size < text.length; size++) {
    const { channel, messages } = lines();
    for (let at = 0; at < text.length; at += size) channel.take(text.slice(at, at + size));
    expect(messages).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
    expect(channel.noise).toEqual(['Welcome!', 'last login:']);
  }
});

test('a line that does not end is given up, whether it is a message or not', () => {
  for (const text of ['m4rkxxxxxxx', 'xxxxxxxxxxx']) {
    const { channel } = lines(10);
    channel.take(text.slice(0, 10));
    expect(() => channel.take(text.slice(10))).toThrow('a line is longer than 10 characters');
  }
});

test('of much noise the last is kept', () => {
  const { channel } = lines();
  for (let n = 0; n < 100; n++) channel.take(`line ${n} ${'x'.repeat(1_000)}\n`);
  expect(channel.noise).toHaveLength(10);
  expect(channel.noise[9]).toHaveLength(500);
  expect(channel.noise[9]).toMatch(/^line 99 /);
});
