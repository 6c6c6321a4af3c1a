/** Judgements on what came. Each throws a CheckFailure that names what is wrong. */
import type { Counts } from '../../protocol/control.ts';
import { COUNTED, type Counted, type Hops } from '../../protocol/verbs.ts';
import { demand, sameJson, show, sum } from './demand.ts';
import type { Body, Round } from './sending-round.ts';
import type { Heard, TestClient } from './test-client.ts';

const idOf = (body: Body | undefined): string => (typeof body?.n === 'number' ? `${body.from} #${body.n}` : show(body));

const some = (ids: readonly string[]): string =>
  ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');

/** Every client got each body that it must get once, and nothing else at all. */
export function exactlyOnce(round: Round): void {
  for (const client of round.clients) {
    const expected = new Set(round.expected(client).map(({ body }) => idOf(body)));
    const seen = new Set<string>();
    const twice: string[] = [];
    const strange: string[] = [];
    for (const id of round.arrived(client).map(({ body }) => idOf(body))) {
      if (!expected.has(id)) strange.push(id);
      else if (seen.has(id)) twice.push(id);
      seen.add(id);
    }
    const lost = [...expected].filter((id) => !seen.has(id));
    const { verb } = round;
    demand(
      lost.length === 0,
      () =>
        `${client.name} must get ${expected.size} bodies by ${verb}, but ${lost.length} did not come: ${some(lost)}`,
    );
    demand(twice.length === 0, () => `${client.name} got bodies by ${verb} more than once: ${some(twice)}`);
    demand(strange.length === 0, () => `${client.name} got bodies by ${verb} not meant for it: ${some(strange)}`);
    demandQuiet(
      client,
      round.heard(client).filter(({ event }) => event !== verb),
    );
  }
}

/** Nothing came that should not have. */
export function demandQuiet(client: TestClient, heard: readonly Heard[]): void {
  demand(
    heard.length === 0,
    () => `${client.name} must be told nothing, but got ${heard[0]!.event} ${show(heard[0]!.data)}`,
  );
}

/** Every client got the bodies of each sender in the order they were sent. */
export function inOrder(round: Round): void {
  for (const client of round.clients) {
    const last = new Map<string, Body>();
    for (const { body } of round.arrived(client)) {
      const previous = last.get(body.from);
      demand(
        previous === undefined || previous.n <= body.n,
        () =>
          `${client.name} must get bodies in the order they were sent, but got ${idOf(previous)} before ${idOf(body)}`,
      );
      last.set(body.from, body);
    }
  }
}

/** Every body came as it was sent. */
export function unaltered(round: Round): void {
  const sent = new Map(round.sent.map(({ body }) => [idOf(body), body]));
  for (const client of round.clients) {
    for (const { body } of round.arrived(client)) {
      const original = sent.get(idOf(body));
      demand(
        sameJson(body, original),
        () => `${client.name} must get a body as it was sent, ${show(original)}, but got ${show(body)}`,
      );
    }
  }
}

/** One machine has one clock: this is for how times are rounded on the way, not for how long anything takes. */
const TOLERANCE_MS = 1;

/** The server had it and then handed it on, after it was sent and before it came. */
export function demandHops(hops: Hops, sentAt: number, arrivedAt: number, what: string): void {
  const shaped = Array.isArray(hops) && hops.length === 2 && hops.every((time) => Number.isFinite(time));
  demand(shaped, () => `${what} must carry hops, two times in ms, but has ${show(hops)}`);
  const [received, handedOn] = hops;
  demand(
    received <= handedOn,
    () => `${what} was received at ${received} and must not have been handed on before, but was at ${handedOn}`,
  );
  demand(
    sentAt - TOLERANCE_MS <= received && handedOn <= arrivedAt + TOLERANCE_MS,
    () =>
      `${what} was sent at ${sentAt.toFixed(3)} and came at ${arrivedAt.toFixed(3)} by this machine's monotonic clock, so its hops must lie between, but are ${show(hops)}`,
  );
}

/** All hops of the round are possible, and the same for everybody who got one body. */
export function hopsInOrder(round: Round): void {
  const sent = new Map(round.sent.map((one) => [idOf(one.body), one]));
  const first = new Map<string, Hops>();
  for (const client of round.clients) {
    for (const { body, hops, at } of round.arrived(client)) {
      const id = idOf(body);
      demandHops(hops, sent.get(id)!.at, at, `${id} at ${client.name}`);
      const others = first.get(id);
      demand(
        others === undefined || sameJson(hops, others),
        () => `the hops of ${id} must be the same for everybody, but are ${show(others)} and ${show(hops)}`,
      );
      first.set(id, hops);
    }
  }
}

/** What the server has counted: per verb what it received and sent in all, and what it refused. */
export type WantedCounts = Partial<Record<Counted, readonly [received: number, sent: number]>>;

/** The totals are exactly those, and those of all other verbs are 0. */
export function exactCounts(counts: Counts, wanted: WantedCounts, refused: number): void {
  for (const verb of COUNTED) {
    const [received, sent] = wanted[verb] ?? [0, 0];
    const got = [sum(counts.verbs[verb].received), sum(counts.verbs[verb].sent)];
    demand(
      got[0] === received && got[1] === sent,
      () =>
        `of ${verb} the server must have counted ${received} received and ${sent} sent, but has ${got[0]} and ${got[1]}`,
    );
  }
  demand(
    counts.refused === refused,
    () => `the server refused ${refused} events and requests, but has counted ${counts.refused}`,
  );
}
