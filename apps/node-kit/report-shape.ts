/** What a hub takes as a `report`. Reports end in the dataset the master gets, so nothing unchecked passes. */
import type { Report } from '../../protocol/messages.ts';
import {
  type Fault,
  type Fields,
  finiteFault,
  integerFault,
  isFields,
  missing,
  mistyped,
  outOfRange,
} from './fault.ts';

/** Most entries in any list of a report. */
export const LIST_LIMIT = 100_000;
/** Longest histogram, characters. */
export const HISTOGRAM_LIMIT = 1_048_576;
/** Longest reason, event name or code, characters. */
export const TEXT_LIMIT = 1_000;
/** Most transports in `transports`. */
export const TRANSPORT_NAMES_LIMIT = 16;
/** A transport's name; it also keeps out keys that mean something to the language a hub is written in. */
const TRANSPORT_NAME = /^[a-z][a-z0-9-]{0,31}$/;

type Check = (field: string, value: unknown) => Fault | null;

const text =
  (limit: number): Check =>
  (field, value) => {
    if (typeof value !== 'string') return mistyped(field, 'a string');
    return value.length <= limit ? null : outOfRange(field, `at most ${limit} characters long`);
  };

const amount: Check = (field, value) => {
  if (typeof value !== 'number') return mistyped(field, 'a number');
  return finiteFault(field, value) ?? (value >= 0 ? null : outOfRange(field, '0 or more'));
};

const count: Check = (field, value) =>
  typeof value === 'number' ? integerFault(field, value, 0) : mistyped(field, 'a number');

const clientId: Check = (field, value) =>
  typeof value === 'number' ? integerFault(field, value, 1) : mistyped(field, 'a number');

const nullOr =
  (check: Check): Check =>
  (field, value) =>
    value === null ? null : check(field, value);

const listOf =
  (check: Check, least = 0): Check =>
  (field, value) => {
    if (!Array.isArray(value)) return mistyped(field, 'an array');
    if (value.length > LIST_LIMIT) return outOfRange(field, `at most ${LIST_LIMIT} entries long`);
    if (value.length < least) return outOfRange(field, `at least ${least} entry long`);
    for (let index = 0; index < value.length; index++) {
      const fault = check(field, value[index]);
      if (fault) return { code: fault.code, reason: `${fault.reason} (entry ${index})` };
    }
    return null;
  };

const objectOf =
  (checks: Record<string, Check>): Check =>
  (field, value) => {
    if (!isFields(value)) return mistyped(field, 'an object');
    for (const [name, check] of Object.entries(checks)) {
      const path = field === '' ? name : `${field}.${name}`;
      const fault = value[name] === undefined ? missing(path) : check(path, value[name]);
      if (fault) return fault;
    }
    return null;
  };

const transports: Check = (field, value) => {
  if (!isFields(value)) return mistyped(field, 'an object');
  const names = Object.keys(value);
  if (names.length > TRANSPORT_NAMES_LIMIT) return outOfRange(field, `of at most ${TRANSPORT_NAMES_LIMIT} transports`);
  for (const name of names) {
    if (!TRANSPORT_NAME.test(name)) return outOfRange(field, 'keyed by transport names');
    const fault = count(`${field}.${name}`, value[name]);
    if (fault) return fault;
  }
  return null;
};

const REPORT: Record<keyof Report, Check> = {
  clientIds: listOf(clientId, 1),
  sentByClients: listOf(count),
  receivedByClients: listOf(count),
  latencySum: listOf(amount),
  latencyCount: listOf(count),
  fromSent: text(HISTOGRAM_LIMIT),
  fromDue: text(HISTOGRAM_LIMIT),
  delivery: nullOr(text(HISTOGRAM_LIMIT)),
  lateness: text(HISTOGRAM_LIMIT),
  duplicates: count,
  missing: count,
  outOfOrder: count,
  negative: count,
  refused: listOf(objectOf({ event: nullOr(text(TEXT_LIMIT)), code: text(TEXT_LIMIT), reason: text(TEXT_LIMIT) })),
  closed: listOf(objectOf({ clientId, reason: text(TEXT_LIMIT) })),
  transports,
  loopDelay: nullOr(objectOf({ p99: amount, max: amount })),
};

const checkReport = objectOf(REPORT);

export function faultInReport(data: Fields): Fault | null {
  return checkReport('', data);
}

/** A copy of a checked report with the fields of a report and nothing else. */
export function copyReport(data: Fields): Report {
  const report = data as unknown as Report;
  return {
    clientIds: report.clientIds,
    sentByClients: report.sentByClients,
    receivedByClients: report.receivedByClients,
    latencySum: report.latencySum,
    latencyCount: report.latencyCount,
    fromSent: report.fromSent,
    fromDue: report.fromDue,
    delivery: report.delivery,
    lateness: report.lateness,
    duplicates: report.duplicates,
    missing: report.missing,
    outOfOrder: report.outOfOrder,
    negative: report.negative,
    refused: report.refused.map(({ event, code, reason }) => ({ event, code, reason })),
    closed: report.closed.map(({ clientId, reason }) => ({ clientId, reason })),
    transports: { ...report.transports },
    loopDelay: report.loopDelay && { p99: report.loopDelay.p99, max: report.loopDelay.max },
  };
}
