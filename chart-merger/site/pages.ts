/** What pages of the published site show without a script: the claims of a study, and what can be downloaded. */
import { byInterest } from '../../merge/claims/claim-class.ts';
import { cited } from '../../merge/claims/evidence.ts';
import type { JudgedClaim } from '../../merge/claims/types.ts';
import { shortText, TONE_OF_CLASS, verdictText } from '../page/model/claim-text.ts';
import { type Html, html } from './html.ts';

/** The interval of ours and the study's figure on one logarithmic line; nothing where a figure has no logarithm. */
function intervalView(claim: JudgedClaim): Html {
  const one = cited(claim.evidence);
  if (one === undefined || one.value === null) return html``;
  const { value, theirs, unit } = one;
  const [low, high] = [one.low ?? value, one.high ?? value];
  // A ratio is seen against 1, where both are alike.
  const all = [low, value, high, ...(theirs === null ? [] : [theirs]), ...(unit === 'times' ? [1] : [])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  if (least <= 0 || most === least) return html``;
  const at = (figure: number): string =>
    `${(3 + (94 * Math.log(figure / least)) / Math.log(most / least)).toFixed(1)}%`;
  const style = `--from:${at(low)};--to:${at(high)};--at:${at(value)};--theirs:${at(theirs ?? value)};--one:${at(unit === 'times' ? 1 : value)}`;
  return html`<div class="interval" aria-hidden="true" style="${style}">${unit === 'times' && html`<u></u>`}<i></i><s></s>${theirs !== null && html`<b></b>`}</div>`;
}

const claimView = (claim: JudgedClaim): Html =>
  html`<article class="claim" id="claim-${claim.id}"><p class="says"><span class="badge" data-tone="${TONE_OF_CLASS[claim.class]}">${verdictText(claim)}</span> ${claim.says}</p><p class="hint">${shortText(claim)}</p>${intervalView(claim)}</article>`;

/** The claims in order of interest, each in two lines with a small chart. */
export const claimsView = (claims: readonly JudgedClaim[]): Html =>
  html`<h2 id="claims">Claims</h2><p class="hint">A line is our 95 % interval with our figure, a hollow mark the study's, a thin rule the ratio 1; the scale of each is its own, logarithmic.</p>${byInterest(claims).map(claimView)}`;

export interface Download {
  text: string;
  href: string;
}

export const downloadsView = (heading: string, downloads: readonly Download[]): Html =>
  html`<h2>${heading}</h2><p class="hint">Each file holds the run records of a session; <code>./outcry import FILE</code> takes it in.</p><ul class="downloads">${downloads.map(({ text, href }) => html`<li><a href="${href}" download>${text}</a></li>`)}</ul>`;
