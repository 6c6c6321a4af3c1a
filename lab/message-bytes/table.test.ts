import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApps, transportsOf } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';
import type { MessageBytes } from './measure.ts';
import { BYTES_PAGE, figuresIn, keyOf, withMessageBytes } from './table.ts';

const row: MessageBytes = {
  framework: 'shout',
  label: 'Shout',
  transport: 'sse',
  toClient: { text: 1_234, json: 5 },
  example: null,
  toServer: { text: 6, json: 7 },
  answer: 0,
};
const page = readFileSync(join(ROOT, BYTES_PAGE), 'utf8');

test('what is written is read back, and a missing example is no figure', () => {
  const written = withMessageBytes(page, [row, { ...row, transport: 'websocket', example: { text: 8, json: 9 } }]);
  expect(figuresIn(written)).toEqual(
    new Map([
      ['shout, server-sent events', [1_234, 5, null, 6, 7, 0]],
      ['shout, WebSocket', [1_234, 5, 8, 9, 6, 7, 0]],
    ]),
  );
  expect(withMessageBytes(written, [row])).toBe(withMessageBytes(page, [row]));
});

test('apps with the same figures share a row, and each is read back', () => {
  const cry = { ...row, framework: 'cry', label: 'Cry' };
  const written = withMessageBytes(page, [row, { ...row, transport: 'websocket' }, cry]);
  expect(written).toContain('\n| [Shout](../apps/shout), [Cry](../apps/cry) | server-sent events |');
  expect(written).toContain('\n| [Shout](../apps/shout) | WebSocket |');
  expect([...figuresIn(written).keys()]).toEqual([
    'shout, server-sent events',
    'cry, server-sent events',
    'shout, WebSocket',
  ]);
});

test('the page has a row for each app and transport, and no other', () => {
  const wanted = readApps().flatMap((app) =>
    transportsOf(app, 'console').map((transport) => keyOf({ framework: app.id, transport })),
  );
  expect([...figuresIn(page).keys()].sort()).toEqual(wanted.sort());
});
