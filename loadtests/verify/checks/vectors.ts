/** Checks that play the recorded conversations of `protocol/vectors/`: all of a verb are one check. */
import { readVectors, type Said, type Step, type Vector } from '../../../protocol/vectors.ts';
import type { Verb } from '../../../protocol/verbs.ts';
import type { Check } from '../check.ts';
import { tells } from '../context.ts';
import type { Saboteur } from '../sabotage.ts';
import { playVector } from '../vector-player.ts';

const VECTORS = readVectors();

/** A check that plays the vectors of `verb`, as far as a transport has the verbs in them. */
export function vectorCheck(verb: string, rule: string, heading: string, saboteurs: readonly Saboteur[]): Check {
  const mine = (verbs: readonly Verb[]) => vectorsFor(verbs).filter(([, vector]) => vector.verb === verb);
  return {
    name: verb,
    rule,
    see: `protocol/README.md#${heading}`,
    scope: 'transport',
    needs: (verbs) => mine(verbs).length > 0,
    run: async (context) => {
      for (const [file, vector] of mine(context.verbs)) await playVector(context, file, vector);
    },
    saboteurs,
  };
}

/** The vectors that a transport with `verbs` can play, by file. Without `echo`, another verb carries the bodies that are echoed. */
export function vectorsFor(verbs: readonly Verb[]): [file: string, vector: Vector][] {
  const carrier = (['echo', 'publish', 'request'] as const).find((verb) => verbs.includes(verb));
  return VECTORS.map(([file, vector]): [string, Vector] => {
    const isOfBodies =
      vector.verb === 'echo' && !vector.expect.some((said) => 'event' in said && said.event === 'publish');
    return [file, isOfBodies && carrier !== undefined && carrier !== 'echo' ? carriedBy(carrier, vector) : vector];
  }).filter(([, vector]) => !vector.kits && vector.steps.every((step) => canTake(verbs, step, vector)));
}

function canTake(verbs: readonly Verb[], step: Step, { expect }: Vector): boolean {
  const has = (verb: string): boolean => verbs.includes(verb as Verb);
  if ('feed' in step) return has('feed');
  if ('event' in step) return ['echo', 'publish', 'sink'].includes(step.event) ? has(step.event) : tells(verbs);
  if ('request' in step) {
    if (step.request === 'request') return has('request');
    return has('join') || !['join', 'leave'].includes(step.request);
  }
  const isGreeting = 'begin' in step && (step.begin as { greet?: unknown } | null)?.greet != null;
  return !isGreeting || has('greet') || expect.some((said) => 'control' in said && said.at === step.at);
}

/** `vector`, whose connections all stay open, with `verb` in the place of `echo`. */
function carriedBy(verb: 'publish' | 'request', vector: Vector): Vector {
  const room = vector.steps.flatMap((step) => ('connect' in step ? [step.connect] : []));
  const steps = vector.steps.map((step): Step => {
    if (!('event' in step)) return step;
    const { at, from, data } = step;
    return verb === 'publish' ? { at, from, event: verb, data } : { at, from, request: verb, data: { body: data } };
  });
  const expect = vector.expect.map((said): Said => {
    if (!('event' in said)) return said;
    const { at, to, event } = said;
    const data = said.data as object;
    const isRefused = event === 'refused';
    if (verb === 'publish') {
      return isRefused ? { at, to, event, data: { ...data, event: verb } } : { at, to: room, event: verb, data };
    }
    const { event: _, ...refusal } = data as { event?: string };
    return { at, to: to as string, reply: verb, data: isRefused ? { ok: false, ...refusal } : { ok: true, ...data } };
  });
  const { echo, ...others } = vector.counts.verbs;
  const copies = verb === 'publish' ? room.length : 1;
  const counted = echo && { received: echo.received, sent: echo.sent.map((sent) => sent * copies) };
  const counts = { ...vector.counts, verbs: { ...others, ...(counted === undefined ? {} : { [verb]: counted }) } };
  return { ...vector, verb, steps, expect, counts };
}
