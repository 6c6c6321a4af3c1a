/** Feeds one body per interval, once the pings have shown how the server answers without; pings the server where it is asked to. */
import { makePayload } from '../../../member/payload.ts';
import type { Backend, BackendScript, BackendTest } from '../backend-script.ts';
import { type FedBody, toMicroseconds } from '../feed/receiver.ts';
import { type FanOutParams, partOf, pingsOf, RESPONSES } from './params.ts';

const fanOut: BackendScript<FanOutParams> = (test, backend) => {
  const { messages, interval, before, pinger } = test.params;
  const payload = makePayload(test.params.payload);
  const sentByBackend = test.counter('sentByBackend');
  const backendLateness = test.trend('backendLateness');
  const pings = pinger === 'http' ? new HttpPings(test, backend) : null;
  return {
    start() {
      pings?.start();
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
    ended: async () => pings?.answered(),
  };
};

export default fanOut;

export const feedWaits = ({ wait }: FanOutParams): boolean => wait === 'yes';

/** Plain HTTP requests to the server on an open loop, whatever has come back. */
class HttpPings {
  readonly #metrics: Record<(typeof RESPONSES)[number], ReturnType<BackendTest['trend']>>;
  readonly #answered: ReturnType<BackendTest['counter']>;
  readonly #open = new Set<Promise<void>>();

  constructor(
    private readonly test: BackendTest<FanOutParams>,
    private readonly backend: Backend,
  ) {
    const [before, during, after] = RESPONSES.map((name) => test.trend(name));
    this.#metrics = { pingBefore: before!, pingDuring: during!, pingAfter: after! };
    this.#answered = test.counter('pingsAnswered');
  }

  start(): void {
    const planned = pingsOf(this.test.params);
    const rate = 1000 / this.test.params.ping;
    this.backend.schedule({ rate, count: planned.all, offsetMs: 0 }, (seq) => {
      const ping = this.#ping(this.#metrics[partOf(seq, planned)]).finally(() => this.#open.delete(ping));
      this.#open.add(ping);
    });
  }

  /** Resolves when each ping that was sent has come back, or failed. */
  async answered(): Promise<void> {
    await Promise.all(this.#open);
  }

  /** A ping that fails is not answered, which the run reports. */
  async #ping(response: ReturnType<BackendTest['trend']>): Promise<void> {
    const sent = this.test.now();
    try {
      await this.backend.ping();
    } catch {
      return;
    }
    const arrived = this.test.now();
    this.#answered.add(arrived);
    response.record(sent, arrived - sent);
  }
}
