/** A judged claim in few words. */
import { cited, firstReason } from '../../../merge/claims/evidence.ts';
import type { ClaimClass, Evidence, JudgedClaim } from '../../../merge/claims/types.ts';
import { digitsOrCount as digits } from '../../../metrics/numbers.ts';

export const TONE_OF_CLASS: Record<ClaimClass, string> = {
  holds: 'better',
  'differs now': 'worse',
  refuted: 'worse',
  'the study contradicts itself': 'none',
  'needs a bigger load machine': 'none',
  'not judged': 'none',
};

/** `3.07 times (2.5–3.6)` */
export function oursText({ value, low, high, unit }: Evidence): string {
  if (value === null) return 'not known';
  const interval = low === null || high === null ? '' : ` (${digits(low)}–${digits(high)})`;
  return `${digits(value)} ${unit}${interval}`;
}

/** The class of a claim, and that of its figures where it has any. */
export const verdictText = ({ class: name, factor }: JudgedClaim): string =>
  factor === null || factor.class === 'not judged' ? name : `${name}; how much: ${factor.class}`;

/** `The study 3.07 times; here 0.93 times (0.85–1.02).`, or why there is no verdict. */
export function shortText({ class: name, evidence, verdict, reason }: JudgedClaim): string {
  const one = cited(evidence);
  const here = one === undefined || one.value === null ? '' : `here ${oursText(one)}`;
  if (name === 'the study contradicts itself' && one !== undefined && one.theirs !== null) {
    return `The study's own ${digits(one.theirs)} ${one.unit} fail it${here === '' ? '' : `; ${here}`}.`;
  }
  if (verdict === 'cannot be tested here') return `${firstReason(evidence) ?? reason ?? 'it was not judged'}.`;
  if (one === undefined) return 'In each run the counts and flags decide.';
  return one.theirs === null
    ? `${here[0]!.toUpperCase()}${here.slice(1)}.`
    : `The study ${digits(one.theirs)} ${one.unit}; ${here}.`;
}
