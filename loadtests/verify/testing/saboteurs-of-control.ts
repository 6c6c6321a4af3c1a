/** Apps that each break one rule of control, or of what bodies are. */
import type { Relayed } from '../../../protocol/verbs.ts';
import { sum } from '../demand.ts';
import { changing, countsChanged, echoing, type Saboteur } from './sabotage.ts';

export const SABOTEURS_OF_CONTROL: Saboteur[] = [
  [
    'control, token',
    'lets everybody in',
    { control: { admits: () => true } },
    /without a token must be answered 401 at once, but/,
  ],
  [
    'control, token',
    'compares the beginning',
    { control: { admits: (given, honest) => honest || (given.length > 9 && given.startsWith('Bearer the')) } },
    /with half of the token must be answered 401 at once/,
  ],
  ['control, none without token', 'has one', { control: { withoutToken: true } }, /must be answered 404, but was with/],
  [
    'control, faults',
    'begins with anything',
    { control: { begin: () => '{"bucketMs":1234,"greet":null}' } },
    /answered 400/,
  ],
  ['control, faults', 'takes another method', { control: { status: (it) => (it === 405 ? 200 : it) } }, /answered 405/],
  ['control, faults', 'takes any length', { control: { status: (it) => (it === 413 ? 400 : it) } }, /answered 413/],
  [
    'control, clock',
    'has the time of day',
    { control: { clock: () => Date.now() } },
    /clocks of suite and server, in turn/,
  ],
  [
    'counts by bucket',
    'counts all in one',
    countsChanged(({ verbs }) => {
      const all = (list: number[]): number[] => (list.length === 0 ? [] : [sum(list)]);
      return { verbs: { ...verbs, echo: { received: all(verbs.echo.received), sent: all(verbs.echo.sent) } } };
    }),
    /echoes received per 10 ms must be/,
  ],
  [
    'counts by bucket',
    'begins with begin',
    countsChanged(({ startedAt }) => ({ startedAt: startedAt === null ? null : startedAt - 1 })),
    /startedAt must be when the first was received/,
  ],
  ['begin forgets', 'keeps counts', keepingCounts(), /after begin with bucketMs 50 nothing must have been counted/],
];

export const SABOTEURS_OF_BODIES: Saboteur[] = [
  [
    'any text',
    'ends texts at a zero',
    echoing((body: string) => body.split('\0')[0]),
    /U\+0000 must come back identical/,
  ],
  [
    'any text',
    'composes accents',
    echoing((body: string) => body.normalize('NFC')),
    /a combining accent, not composed must come back identical/,
  ],
  ['any JSON', 'takes null for none', echoing((body) => body ?? {}), /null must come back identical/],
  [
    'any JSON',
    'assigns fields',
    echoing((body) => (body !== null && Object.hasOwn(body, '__proto__') ? Object.assign({}, body) : body)),
    /fields that objects inherit must come back identical/,
  ],
  [
    'half a surrogate pair',
    'drops the half',
    echoing((body: string) => body.replace(/[\ud800-\udfff]/g, '')),
    /must come back as it is or as U\+FFFD/,
  ],
  ['76 KB body', 'cuts at 64 KB', echoing((body: string) => body.slice(0, 65_536)), /a body of 77,824 bytes must come/],
  [
    'largest body',
    'loses it',
    changing('echo', (r: Relayed) => (String(r.body).length > 1e6 ? [] : [r])),
    /waited for 1 bodies back/,
  ],
];

/** Begins once, and passes over what begins come later. */
function keepingCounts(): Saboteur[2] {
  let begun = false;
  return {
    control: {
      begin: (text) => {
        const again = begun;
        begun = true;
        return again ? null : text;
      },
    },
  };
}
