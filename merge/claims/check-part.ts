/** Checks a part of a study's plan. */

import { TRANSPORTS } from '../../metrics/transports.ts';
import { PART_PATTERN } from '../../protocol/study-session.ts';
import { isObject, type Report, text } from './checks.ts';
import { JUDGED, type Part, type PartSize } from './types.ts';

const NAME = new RegExp(PART_PATTERN);
const PART_FIELDS = [
  'id',
  'about',
  'scenario',
  'params',
  'frameworks',
  'transports',
  'turns',
  'whole',
  'full-console',
  'quick',
];
const CONSOLE_FIELDS = ['clients'];
const BROWSER_FIELDS = ['browser', 'browsers', 'clientsPerBrowser', 'crowded'];
const SIZE_FIELDS = ['swarm', 'runs', 'params', 'warmup', 'wire', 'conditions', 'judges'];

export function checkPart(part: Part, report: Report): void {
  const at = `part ${part.id}`;
  if (typeof part.id !== 'string' || !NAME.test(part.id)) report(at, 'its id must be small letters, digits and "-"');
  for (const field of Object.keys(part)) if (!PART_FIELDS.includes(field)) report(at, `"${field}" is no field`);
  text(part.about, `${at}: about`, report);
  text(part.scenario, `${at}: scenario`, report);
  if (part.turns !== undefined) text(part.turns, `${at}: turns`, report);
  if (!Array.isArray(part.frameworks) || part.frameworks.length === 0) report(`${at}: frameworks`, 'expected a list');
  const transports: unknown = part.transports;
  if (!Array.isArray(transports) || transports.length === 0) report(`${at}: transports`, 'expected a list');
  else
    for (const transport of transports) {
      if (!TRANSPORTS.includes(transport)) report(`${at}: transports`, `there is no transport "${transport}"`);
    }
  checkSize(part.whole, `${at}: whole`, report);
  for (const name of ['full-console', 'quick'] as const) {
    const size = part[name];
    if (typeof size === 'string') text(size, `${at}: ${name}`, report);
    else if (size !== undefined || name === 'quick') checkSize(size as PartSize, `${at}: ${name}`, report);
  }
}

function checkSize(size: PartSize, at: string, report: Report): void {
  if (!isObject(size)) {
    report(at, 'expected a size');
    return;
  }
  if (size.swarm !== 'browser' && size.swarm !== 'console') {
    report(`${at}.swarm`, 'expected "browser" or "console"');
    return;
  }
  const fields = [...SIZE_FIELDS, ...(size.swarm === 'console' ? CONSOLE_FIELDS : BROWSER_FIELDS)];
  for (const field of Object.keys(size)) {
    if (!fields.includes(field)) report(at, `"${field}" is no field of a ${size.swarm} swarm`);
  }
  const { conditions = {} } = size;
  if (!isObject(conditions) || Object.values(conditions).some((value) => typeof value !== 'string')) {
    report(`${at}.conditions`, 'expected texts by the names of options');
  }
  const judges: unknown = size.judges ?? [];
  if (!Array.isArray(judges) || judges.some((each) => !JUDGED.includes(each))) {
    report(`${at}.judges`, `expected a list of ${JUDGED.join(', ')}`);
  }
  const whole = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
  if (!whole(size.runs)) report(`${at}.runs`, 'expected a whole number above 0');
  const needed = size.swarm === 'console' ? CONSOLE_FIELDS : ['browsers', 'clientsPerBrowser'];
  for (const field of needed) {
    if (!whole(size[field as keyof PartSize])) report(`${at}.${field}`, 'expected a whole number above 0');
  }
}
