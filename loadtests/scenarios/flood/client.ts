/** Takes what comes, as fast as it can. */
import type { ScenarioClient } from '../../../member/scenario-client.ts';
import { Receiver, receiverMetrics } from '../feed/receiver.ts';
import type { FloodParams } from './scenario.ts';

const MEMORY_INTERVAL_MS = 250;

/** The heap of this page, bytes; null where it does not tell. Chromium's alone. */
function heapBytes(): number | null {
  const { memory } = performance as { memory?: { usedJSHeapSize?: number } };
  return memory?.usedJSHeapSize ?? null;
}

const flood: ScenarioClient<FloodParams> = (test) => {
  const metrics = receiverMetrics(test);
  const handling = test.trend('handling');
  const memory = heapBytes() === null ? null : test.gauge('pageMemory', MEMORY_INTERVAL_MS);
  return (client) => {
    const receiver = new Receiver(test, metrics, test.params.messages);
    let first: number | null = null;
    return {
      start() {
        // Of the whole page, so that one of its clients looks.
        if (memory === null || client.id !== test.clientIds[0]) return;
        const looks = { rate: 1000 / MEMORY_INTERVAL_MS, count: Number.MAX_SAFE_INTEGER, offsetMs: 0 };
        client.schedule(looks, () => memory.sample(heapBytes() ?? 0));
      },
      feed(body, hops, arrived) {
        first ??= arrived;
        receiver.receive(body, hops, arrived);
        if (!receiver.complete) return;
        handling.record(first, arrived - first);
        client.done();
      },
      giveUp: () => receiver.giveUp(),
    };
  };
};

export default flood;
