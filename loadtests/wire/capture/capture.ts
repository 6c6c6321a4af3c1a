/**
 * Counts what goes over the wire from a capture of the server's port, by a process of its own: which disturbs no process, unlike a proxy. It
 * needs tcpdump and the right to capture (root, or CAP_NET_RAW).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { HelperProcess } from '../../helper-process.ts';
import { combined, type TrafficTotals } from './traffic.ts';

export type CaptureCommand = { do: 'capture'; port: number; datagrams: boolean } | { do: 'count' };

export type CaptureSays =
  | { says: 'capturing' }
  /** `dropped`: packets that the kernel could not hand over in time. */
  | { says: 'totals'; totals: TrafficTotals; dropped: number }
  | { says: 'failed'; reason: string };

/** The result of a capture; with packets dropped, nothing that was counted is right. */
export interface Captured {
  totals: TrafficTotals;
  dropped: number;
}

/** The reason why this machine does not let us capture, in a sentence; null: it does. */
export function captureUnavailable(): string | null {
  const { error, status, stderr } = spawnSync('tcpdump', ['-i', 'lo', '-d', 'tcp'], { encoding: 'utf8' });
  if (error !== undefined) return 'tcpdump is not installed';
  if (status === 0) return null;
  return `tcpdump may not capture here: ${stderr.trim().split('\n').at(-1)}`;
}

export class Capture {
  private constructor(private readonly helper: HelperProcess) {}

  /**
   * Begins to capture TCP from and to `port` on the loopback interface; resolves when nothing can be missed any more.
   * @param datagrams true to capture UDP too, which HTTP/3 uses
   * @throws OutcryError when this machine does not let us
   */
  static async start(port: number, { datagrams = false } = {}): Promise<Capture> {
    const script = join(import.meta.dirname, 'capture-process.ts');
    const capture = new Capture(await HelperProcess.start(script, 'capture', { label: 'capture', role: 'observer' }));
    const answer = await capture.#ask({ do: 'capture', port, datagrams });
    if (answer?.says === 'capturing') return capture;
    await capture.stop();
    const reason = answer?.says === 'failed' ? answer.reason : 'its process ended';
    throw new OutcryError(`the capture of port ${port} did not start: ${reason}`, EXIT.failed);
  }

  /** Counts what was captured since the start, once all that went before has been read; null when the capture has died. */
  async count(): Promise<Captured | null> {
    const answer = await this.#ask({ do: 'count' });
    return answer?.says === 'totals' ? { totals: answer.totals, dropped: answer.dropped } : null;
  }

  stop(): Promise<void> {
    return this.helper.stop();
  }

  #ask(command: CaptureCommand): Promise<CaptureSays | null> {
    return this.helper.ask(command);
  }
}

/** The traffic between two counts of the same capture. */
export const difference = (after: TrafficTotals, before: TrafficTotals): TrafficTotals =>
  combined(after, before, (a, b) => a - b);
