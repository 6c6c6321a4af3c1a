/**
 * Joins the log of the feed with the logs of all clients, body by body. It is a second opinion: it shares no code with what counts during a run, and
 * reads the log from the text that is kept. Pure.
 */

export interface LedgerClient {
  client: number;
  /** Bodies that the server has taken and that never came. */
  lost: number[];
  /** Bodies that came more than once, and those that came for the first time after a later one. */
  doubled: number[];
  outOfOrder: number[];
  delivered: number;
}

export interface Ledger {
  /** Bodies by what their sender was told. */
  told: Record<string, number>;
  /** Pairs of a body and a client, of all clients. */
  delivered: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  clients: LedgerClient[];
}

interface Line {
  line: string;
  [field: string]: unknown;
}

/** @param texts the lines of the log @throws Error that names the line that cannot be read */
export function readLedger(texts: readonly string[]): Ledger {
  const lines = texts.map((text, index): Line => {
    try {
      return JSON.parse(text) as Line;
    } catch {
      throw new Error(`line ${index + 1} is not JSON`);
    }
  });
  const told: Record<string, number> = {};
  const taken: number[] = [];
  for (const { line, told: answer, seq } of lines) {
    if (line !== 'body') continue;
    told[answer as string] = (told[answer as string] ?? 0) + 1;
    if (answer === 'taken') taken.push(seq as number);
  }
  const clients = lines.filter(({ line }) => line === 'client').map((line) => clientOf(line, taken));
  const sum = (of: (client: LedgerClient) => number): number => clients.reduce((all, client) => all + of(client), 0);
  return {
    told,
    delivered: sum(({ delivered }) => delivered),
    lost: sum(({ lost }) => lost.length),
    doubled: sum(({ doubled }) => doubled.length),
    outOfOrder: sum(({ outOfOrder }) => outOfOrder.length),
    clients,
  };
}

function clientOf({ client, seq: deliveries }: Line, taken: readonly number[]): LedgerClient {
  const places = new Map<number, number[]>();
  (deliveries as number[]).forEach((seq, place) => {
    places.set(seq, [...(places.get(seq) ?? []), place]);
  });
  // In the order of their first arrival, a body that is smaller than any before it was overtaken.
  const arrivals = [...places].sort(([, [a]], [, [b]]) => a! - b!).map(([seq]) => seq);
  const outOfOrder = arrivals.filter((seq, index) => arrivals.slice(0, index).some((earlier) => earlier > seq));
  return {
    client: client as number,
    lost: taken.filter((seq) => !places.has(seq)),
    doubled: [...places].flatMap(([seq, all]) => all.slice(1).map(() => seq)),
    outOfOrder,
    delivered: places.size,
  };
}
