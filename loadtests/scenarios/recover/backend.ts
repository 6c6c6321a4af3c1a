/** Posts one numbered body after the other, each in a request of its own, and logs what it was told. */
import { makePayload } from '../../../member/payload.ts';
import type { BackendScript, Told } from '../backend-script.ts';
import { type FedBody, toMicroseconds } from '../feed/receiver.ts';
import type { BodyLine } from './log.ts';
import { bodiesOf, type RecoverParams } from './params.ts';

const recover: BackendScript<RecoverParams> = (test, backend) => {
  const { interval } = test.params;
  const payload = makePayload(test.params.payload);
  const sentByBackend = test.counter('sentByBackend');
  const backendLateness = test.trend('backendLateness');
  const told: Record<Told, ReturnType<typeof test.counter>> = {
    taken: test.counter('fedTaken'),
    refused: test.counter('fedRefused'),
    unknown: test.counter('fedUnknown'),
  };
  /** Bodies keep their order: each waits for the answer to the one before. */
  let turn: Promise<void> = Promise.resolve();
  const post = async (seq: number, due: number): Promise<void> => {
    const fed = toMicroseconds(test.now());
    sentByBackend.add(fed);
    backendLateness.record(fed, Math.max(0, fed - due));
    const answer = await backend.post({ seq, sent: fed, payload } satisfies FedBody);
    told[answer].add(fed);
    test.log({ line: 'body', seq, fed, told: answer } satisfies BodyLine);
  };
  return {
    start() {
      backend.schedule({ rate: 1000 / interval, count: bodiesOf(test.params), offsetMs: 0 }, (seq, due) => {
        turn = turn.then(() => post(seq, due));
      });
    },
    ended: () => turn,
  };
};

export default recover;

/** A server that is started again would end a feed that stays open. */
export const singly = true;
