import { type App, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { EXIT } from '../../../system/errors.ts';
import { measurable } from '../measurable.ts';
import condition from './condition.ts';

const appOf = (id: string, compression?: ('browser' | 'console')[]): App =>
  ({
    id,
    label: id,
    transports: {
      websocket: { swarms: ['browser', 'console'], name: 'ws', ...(compression === undefined ? {} : { compression }) },
      sse: { swarms: ['browser', 'console'], name: 'sse' },
    },
  }) as unknown as App;
const able = appOf('able', ['browser']);
const unable = appOf('unable');
const all = [able, unable].flatMap((app) => (['websocket', 'sse'] as const).map((transport) => ({ app, transport })));

/** What is left of `combinations`, and a sentence for the others. */
function left(combinations: typeof all, named: boolean, swarm: 'browser' | 'console' = 'browser', deflate = true) {
  const under = { conditions: [condition], asked: { compression: deflate }, swarm, named };
  const { left: some, skipped } = measurable(combinations, under);
  return { names: some.map((one) => `${one.app.id} ${one.transport}`), skipped };
}

test('a compressed run says so, tells its server, and is compared with no other', async () => {
  const { identity, serverEnvironment } = (await condition.prepare(true))!;
  expect(identity).toMatchObject({ value: 'deflate', mark: 'compressed' });
  expect(identity).not.toHaveProperty('remark');
  expect(serverEnvironment).toEqual({ COMPRESSION: 'deflate' });
  expect(await condition.prepare(null)).toBeNull();
});

describe('what compresses nothing', () => {
  test('is skipped with a sentence', () => {
    const { names, skipped } = left(all, false);
    expect(names).toEqual(['able websocket']);
    expect(skipped).toEqual([
      'able compresses nothing over sse for browsers: choose another transport, or omit --deflate; unable compresses nothing for browsers: omit --deflate, or the framework',
    ]);
    const { names: uncompressed, skipped: nothing } = left(all, false, 'browser', false);
    expect([uncompressed.length, nothing]).toEqual([4, []]);
  });

  test('is refused where it was named, or is all there is', () => {
    const refused = { exitCode: EXIT.usage };
    expect(() => left(all, true)).toThrow(expect.objectContaining(refused));
    expect(() => left(all, true)).toThrow(/^unable compresses nothing for browsers: omit --deflate, or the framework$/);
    expect(() => left(all, false, 'console')).toThrow(
      /^nothing can be measured: able compresses nothing for console clients/,
    );
    expect(left(all.slice(0, 2), true).names).toEqual(['able websocket']);
  });
});

test('help says which frameworks can, and over which transports', () => {
  const able = readApps().filter(({ transports }) => Object.values(transports).some(({ compression }) => compression));
  const lines = condition.help().split('\n').slice(1);
  expect(lines.map((line) => /^ {2}(\S+): \S/.exec(line)?.[1])).toEqual(able.map(({ id }) => id));
});
