/** Feeds one body per interval, once the pings have shown how the server answers without. */
import { makePayload } from '../../../member/payload.ts';
import type { BackendScript } from '../backend-script.ts';
import { type FedBody, toMicroseconds } from '../feed/body.ts';
import type { FanOutParams } from './params.ts';

const fanOut: BackendScript<FanOutParams> = (test, backend) => {
  const { messages, interval, before } = test.params;
  const payload = makePayload(test.params.payload);
  const sentByBackend = test.counter('sentByBackend');
  const backendLateness = test.trend('backendLateness');
  return {
    start() {
      backend.schedule(
        { rate: 1000 / interval, count: messages, offsetMs: before * 1000 },
        (seq, due) => {
          const sent = toMicroseconds(test.now());
          backend.feed({ seq, sent, payload } satisfies FedBody);
          sentByBackend.add(sent);
          backendLateness.record(sent, Math.max(0, sent - due));
        },
        () => backend.done(),
      );
    },
  };
};

export default fanOut;
