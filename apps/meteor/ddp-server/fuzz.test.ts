/** Thousands of messages that are nearly right: whatever comes, the session answers in good JSON or ends, and the server goes on. */
import { seededRandom } from '../../../protocol/random.ts';
import { TrialClient, TrialServer } from './testing/trial-server.ts';

const GOOD = [
  '{"msg":"connect","version":"1","support":["1","pre2","pre1"]}',
  '{"msg":"ping","id":"1"}',
  '{"msg":"sub","id":"1","name":"things","params":[["x",{"$date":5}],["y",[1]]]}',
  '{"msg":"sub","id":"2","name":"short"}',
  '{"msg":"unsub","id":"1"}',
  '{"msg":"method","id":"1","method":"same","params":[{"$escape":{"$date":{"$binary":"AQID"}}}]}',
  '{"msg":"method","id":"2","method":"set","params":[{"x":1,"z":null}]}',
  '{"msg":"method","id":"3","method":"clear","params":["x"]}',
  '{"msg":"method","id":"4","method":"tell","params":["text"]}',
  '{"msg":"method","id":"5","method":"year","params":[{"$date":0}]}',
];
const PIECES = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  '1e999',
  '{}',
  '"$type"',
  '"$value"',
  '"__proto__"',
  '\\u0000',
  '\ud800',
];

function mutate(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const piece = PIECES[Math.floor(random() * PIECES.length)]!;
  const kind = Math.floor(random() * 6);
  if (kind === 0) return text.slice(0, at);
  if (kind === 1) return text.slice(0, at) + piece + text.slice(at);
  if (kind === 2) return text.slice(0, at) + piece + text.slice(at + 1);
  if (kind === 3) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 8));
  // One JSON value in the place of another, so that what is wrong is not the JSON.
  const values = text.match(/"[^"]*"|\d+/g) ?? ['x'];
  const value = values[Math.floor(random() * values.length)]!;
  const other = ['null', '[]', '{}', '5', '"things"', '{"$date":"x"}', '"toString"'][Math.floor(random() * 7)]!;
  return text.replace(value, kind === 4 ? other : values[Math.floor(random() * values.length)]!);
}

/** A client that is told everything again by what it was told. */
function follow(documents: Map<string, object>, text: string): void {
  const { msg, collection, id, fields, cleared = [] } = JSON.parse(text);
  if (collection === undefined || collection === 'news') return;
  const key = `${collection}/${id}`;
  if (msg === 'added') {
    expect(documents.has(key)).toBe(false);
    documents.set(key, { ...fields });
  } else {
    expect(documents.has(key)).toBe(true);
    if (msg === 'removed') documents.delete(key);
    else {
      const kept = Object.entries({ ...documents.get(key), ...fields }).filter(([name]) => !cleared.includes(name));
      documents.set(key, Object.fromEntries(kept));
    }
  }
}

test.each(Array.from({ length: 20 }, (_, seed) => seed))('seed %i', async (seed) => {
  const random = seededRandom(seed, 0);
  const trial = new TrialServer({ queuedMessages: 50 });
  const documents = new Map<string, object>();
  let client = new TrialClient(trial.ddp);
  for (let n = 0; n < 500; n++) {
    let text = GOOD[n < 1 ? 0 : Math.floor(random() * GOOD.length)]!;
    for (let times = Math.floor(random() * 3); times > 0; times--) text = mutate(text, random);
    client.say(text);
    await null;
    for (const written of client.written.splice(0)) follow(documents, written);
    expect(client.session.kept.documents).toBe(documents.size);
    if (!client.isClosed) continue;
    client = new TrialClient(trial.ddp);
    documents.clear();
    client.say(GOOD[0]);
  }
  const witness = new TrialClient(trial.ddp);
  witness.say(GOOD[0]);
  witness.say({ msg: 'method', id: 'last', method: 'same', params: ['works'] });
  expect(witness.written.at(-1)).toBe('{"msg":"result","id":"last","result":"works"}');
  trial.ddp.closeAll();
});
