/** Tests of what a person reads of a verification. */

import type { CheckResult, CheckStatus } from './check-sequence.ts';
import { type Said, summarize } from './test-client.ts';
import type { VerifyResult } from './verify.ts';
import { failureLines, verifyTable } from './verify-table.ts';

const one = (
  check: string,
  transport: CheckResult['transport'],
  status: CheckStatus,
  message: string | null = null,
): CheckResult => ({ check, rule: `The rule of ${check}.`, transport, status, message, conversation: [] });

const SENT = Array.from({ length: 20 }, (_, n): Said => ({ event: 'echo', data: { n } }));
const GOT = SENT.slice(1).map(({ event, data: body }): Said => ({ event, data: { body } }));

const RESULT: VerifyResult = {
  framework: 'shout',
  ok: false,
  transports: ['websocket', 'sse'],
  verified: ['websocket'],
  browserOnly: ['polling'],
  substitute: null,
  limits: null,
  results: [
    one('healthz', null, 'ok'),
    one('echo', 'websocket', 'noted', 'echoes with a lisp'),
    {
      ...one('echo', 'sse', 'failed', 'client 1 must get 20 messages, but 1 did not come: c:1m:7'),
      conversation: [summarize('client 1', 'sent', SENT), summarize('client 1', 'got', GOT)],
    },
    one('broadcast', 'websocket', 'ok'),
    one('broadcast', 'sse', 'skipped', 'not checked, because "echo" failed'),
  ],
};

/** The one result of a verification over one transport alone. */
const only = (result: CheckResult): VerifyResult => ({
  ...RESULT,
  ...{ ok: result.status === 'ok', transports: [result.transport!], browserOnly: [], results: [result] },
});
const FINE = only(one('echo', 'websocket', 'ok'));

describe('the table of a verification', () => {
  test('has checks down, transports across, and sentences below', () => {
    expect(verifyTable(RESULT)).toBe(`shout      websocket  sse
---------  ---------  -------
healthz    ok         ok
echo       noted      failed
broadcast  ok         skipped

FAILED  echo, sse: client 1 must get 20 messages, but 1 did not come: c:1m:7
        rule: The rule of echo.
        client 1 sent 20, the last: "echo" {"n":19}
        client 1 got 19, the last: "echo" {"body":{"n":19}}

noted   echo, websocket: echoes with a lisp

polling: browser only: covered by the load page test

shout: verified on websocket (3 of 5 checks passed, 1 failed, 1 not checked)`);
  });

  test('is short when all is well', () => {
    expect(verifyTable(FINE)).toBe(`shout  websocket
-----  ---------
echo   ok

shout: verified (1 of 1 checks passed, 0 failed)`);
  });

  test('says what it was that was verified, where that is not the framework as it is', () => {
    expect(verifyTable({ ...FINE, substitute: 'an open broker' })).toContain(
      'echo   ok\n\nsubstitute: an open broker\n\nshout: verified',
    );
    expect(verifyTable({ ...FINE, limits: 'at most 20 clients' })).toContain(
      'echo   ok\n\nlimited edition: at most 20 clients\n\nshout: verified',
    );
  });

  test('says so when no transport is verified', () => {
    const broken = only(one('echo', 'sse', 'failed', 'nothing came'));
    expect(verifyTable({ ...broken, verified: [] })).toMatch(
      /shout: verified on nothing \(0 of 1 checks passed, 1 failed\)$/,
    );
  });
});

test('where many are verified, what failed is named in lines of its own', () => {
  expect(failureLines([RESULT, FINE])).toEqual([
    'FAILED shout, echo, sse: client 1 must get 20 messages, but 1 did not come: c:1m:7',
    'NOT CHECKED shout, broadcast, sse: not checked, because "echo" failed',
  ]);
});
