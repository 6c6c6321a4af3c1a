/** Checks a study's file; each fault has its place and what was expected. */

import { checkPart } from './check-part.ts';
import { checkQuantity, checkRule } from './check-rule.ts';
import { isObject, type Report, text } from './checks.ts';
import { type Claim, type Part, STUDY_SCHEMA, type Study } from './types.ts';

/** The faults of `data` as a study; empty: none. Each line names the claim or part, the field and the fault. */
export function studyFaults(data: unknown): string[] {
  const faults: string[] = [];
  const report: Report = (where, what) => faults.push(`${where}: ${what}`);
  if (!isObject(data)) return ['it is not an object'];
  if (data.schema !== STUDY_SCHEMA) report('schema', `expected "${STUDY_SCHEMA}"`);
  if (typeof data.id !== 'string' || !/^[A-Z]$/.test(data.id)) report('id', 'expected a capital letter');
  for (const field of ['reference', 'title'] as const) text(data[field], field, report);
  checkDiffers(data.differs, report);
  const parts = listOf(data.parts, 'parts', report);
  const claims = listOf(data.claims, 'claims', report);
  for (const part of parts) checkPart(part as unknown as Part, report);
  twice(parts, 'part', report);
  twice(claims, 'claim', report);
  if (faults.length > 0) return faults;
  for (const claim of claims) checkClaim(claim as unknown as Claim, data as unknown as Study, report);
  return faults;
}

function listOf(value: unknown, field: string, report: Report): Record<string, unknown>[] {
  if (Array.isArray(value) && value.every(isObject)) return value;
  report(field, 'expected a list of objects');
  return [];
}

function checkDiffers(differs: unknown, report: Report): void {
  for (const field of ['always', 'quick', 'full-console']) {
    const list = isObject(differs) ? differs[field] : undefined;
    if (list === undefined && field === 'full-console') continue;
    if (!Array.isArray(list) || list.some((each) => typeof each !== 'string' || each === '')) {
      report(`differs.${field}`, 'expected a list of sentences');
    }
  }
}

function twice(list: Record<string, unknown>[], what: string, report: Report): void {
  const seen = new Set<unknown>();
  for (const { id } of list) {
    if (seen.has(id)) report(`${what} ${id}`, 'its id is there twice');
    seen.add(id);
  }
}

const CLAIM_FIELDS = ['id', 'says', 'where', 'figures', 'doubt', 'main', 'size', 'rule', 'factor', 'untestable'];
const FIGURE_FIELDS = ['of', 'what', 'value', 'unit', 'doubt', 'ours'];

function checkClaim(claim: Claim, study: Study, report: Report): void {
  const at = `claim ${claim.id}`;
  if (!new RegExp(`^${study.id}-[a-z0-9.-]+$`).test(claim.id)) report(at, `its id must begin with ${study.id}-`);
  for (const field of Object.keys(claim)) if (!CLAIM_FIELDS.includes(field)) report(at, `"${field}" is no field`);
  for (const field of ['says', 'where'] as const) text(claim[field], `${at}: ${field}`, report);
  if (claim.doubt !== undefined) text(claim.doubt, `${at}: doubt`, report);
  if (claim.size !== undefined && claim.size !== 'whole') report(`${at}: size`, 'expected "whole", or nothing');
  if (claim.main !== undefined && claim.main !== true) report(`${at}: main`, 'expected true, or nothing');
  checkFigures(claim, study, at, report);
  if ((claim.rule === undefined) === (claim.untestable === undefined)) {
    report(at, 'expected a rule, or why it is untestable, and not both');
  } else if (claim.rule === undefined) text(claim.untestable, `${at}: untestable`, report);
  else checkRule(claim.rule, study, `${at}: rule`, report);
  if (claim.factor === undefined) return;
  if (claim.rule === undefined) report(`${at}: factor`, 'expected a rule for the headline besides');
  if (isObject(claim.factor) && 'untestable' in claim.factor)
    text(claim.factor.untestable, `${at}: factor.untestable`, report);
  else checkRule(claim.factor, study, `${at}: factor`, report);
}

function checkFigures({ figures }: Claim, study: Study, at: string, report: Report): void {
  if (!Array.isArray(figures)) {
    report(`${at}: figures`, 'expected a list, empty where the study gives none');
    return;
  }
  for (const [index, figure] of figures.entries()) checkFigure(figure, study, `${at}: figures[${index}]`, report);
}

function checkFigure(figure: unknown, study: Study, at: string, report: Report): void {
  if (!isObject(figure)) {
    report(at, 'expected an object');
    return;
  }
  for (const field of Object.keys(figure)) if (!FIGURE_FIELDS.includes(field)) report(at, `"${field}" is no field`);
  if (figure.ours !== undefined) checkQuantity(figure.ours, study, `${at}.ours`, report);
  text(figure.what, `${at}.what`, report);
  if (typeof figure.of !== 'string') report(`${at}.of`, 'expected a text');
  if (typeof figure.unit !== 'string') report(`${at}.unit`, 'expected a text, empty for a plain number');
  if (typeof figure.value !== 'number' || !Number.isFinite(figure.value)) report(`${at}.value`, 'expected a number');
}
