import { count, evidenceOf } from '../testing/evidence.ts';
import judge from './judge.ts';
import { CHOICE_METRICS, onTransport } from './scenario.ts';

/** Of two clients. */
const evidence = (held: number) =>
  evidenceOf(
    { after: 3 },
    { held: count(CHOICE_METRICS.held!, [held], 2), failed: count(CHOICE_METRICS.failed!, [2 - held], 0) },
  );

test('nothing is wrong when all connected, whichever the transport', () => {
  expect(judge(evidence(2))).toEqual([]);
});

test('a connection that failed makes the run invalid', () => {
  const one = evidence(1);
  one.outcome.reports[0]!.error = 'Client 2 could not connect: refused';
  expect(judge(one)).toEqual([
    {
      code: 'connections-failed',
      level: 'fatal',
      message: '1 of 2 connections failed (Client 2 could not connect: refused)',
    },
  ]);
});

test('metrics are named for transports', () => {
  expect(['websocket', 'http-streaming', 'sse'].map(onTransport)).toEqual(['onWebsocket', 'onHttpStreaming', 'onSse']);
});
