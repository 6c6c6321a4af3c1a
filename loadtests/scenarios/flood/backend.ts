/** Feeds on a schedule, or as fast as the server takes it. */
import { makePayload } from '../../../member/payload.ts';
import type { BackendScript } from '../backend-script.ts';
import { type FedBody, toMicroseconds } from '../feed/receiver.ts';
import { type FloodParams, LEAD_SECONDS } from './scenario.ts';

/** Without a rate, this many bodies are made at a time: few, because those that wait here already say when they were fed. */
const AT_A_TIME = 16;

const flood: BackendScript<FloodParams> = (test, backend) => {
  const { messages, rate } = test.params;
  const payload = makePayload(test.params.payload);
  const sentByBackend = test.counter('sentByBackend');
  const backendLateness = test.trend('backendLateness');
  const feed = (seq: number): number => {
    const sent = toMicroseconds(test.now());
    backend.feed({ seq, sent, payload } satisfies FedBody);
    sentByBackend.add(sent);
    return sent;
  };
  const feedAll = async (): Promise<void> => {
    for (let seq = 0; seq < messages; seq++) {
      feed(seq);
      if (seq % AT_A_TIME === AT_A_TIME - 1) await backend.taken();
    }
    backend.done();
  };
  const offsetMs = LEAD_SECONDS * 1000;
  return {
    start() {
      if (rate === 0) backend.schedule({ rate: 1, count: 1, offsetMs }, () => void feedAll());
      else {
        backend.schedule(
          { rate, count: messages, offsetMs },
          (seq, due) => backendLateness.record(due, Math.max(0, feed(seq) - due)),
          () => backend.done(),
        );
      }
    },
  };
};

export default flood;
