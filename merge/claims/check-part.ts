/** Checks a part of a study's plan. */
import { PART_PATTERN } from '../../protocol/study-session.ts';
import { TRANSPORTS } from '../../protocol/transports.ts';
import { isObject, type Report, text } from './checks.ts';
import type { Part, PartSize } from './types.ts';

const NAME = new RegExp(PART_PATTERN);
const PART_FIELDS = ['id', 'about', 'scenario', 'params', 'frameworks', 'transports', 'whole', 'quick'];
const CONSOLE_FIELDS = ['clients'];
const BROWSER_FIELDS = ['browser', 'browsers', 'clientsPerBrowser'];
const SIZE_FIELDS = ['swarm', 'runs', 'params', 'warmup', 'wire', 'network'];

export function checkPart(part: Part, report: Report): void {
  const at = `part ${part.id}`;
  if (typeof part.id !== 'string' || !NAME.test(part.id)) report(at, 'its id must be small letters, digits and "-"');
  for (const field of Object.keys(part)) if (!PART_FIELDS.includes(field)) report(at, `"${field}" is no field`);
  text(part.about, `${at}: about`, report);
  text(part.scenario, `${at}: scenario`, report);
  if (!Array.isArray(part.frameworks) || part.frameworks.length === 0) report(`${at}: frameworks`, 'expected a list');
  const transports: unknown = part.transports;
  if (!Array.isArray(transports) || transports.length === 0) report(`${at}: transports`, 'expected a list');
  else
    for (const transport of transports) {
      if (!TRANSPORTS.includes(transport)) report(`${at}: transports`, `there is no transport "${transport}"`);
    }
  checkSize(part.whole, `${at}: whole`, report);
  if (typeof part.quick === 'string') text(part.quick, `${at}: quick`, report);
  else checkSize(part.quick, `${at}: quick`, report);
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
  const whole = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
  if (!whole(size.runs)) report(`${at}.runs`, 'expected a whole number above 0');
  const needed = size.swarm === 'console' ? CONSOLE_FIELDS : ['browsers', 'clientsPerBrowser'];
  for (const field of needed) {
    if (!whole(size[field as keyof PartSize])) report(`${at}.${field}`, 'expected a whole number above 0');
  }
}
