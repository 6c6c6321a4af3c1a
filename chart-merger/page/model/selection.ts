/** The selection, as the address bar holds it. */

import { DEFAULT_DETECT_PERCENT } from '../../../merge/compare/answers.ts';
import { NAME_PATTERN } from '../../../metrics/metric.ts';

/**
 * The sort keys of rows. Figures are sorted lowest first: `answer`, best first; `name`; a figure of the rows' trend (`average` of its
 * seconds, `mean`, `p99` ...), or `<metric>.<figure>`.
 */
const ORDER = /^(answer|name|average|mean|min|p50|p90|p99|p999|max|[a-z][A-Za-z0-9]{0,39}\.[a-z0-9A-Z]{1,12})$/;
const NAME = new RegExp(NAME_PATTERN);

/** Lists: null means all there are. */
export interface Selection {
  /** Session ids; `newest` the newest session alone that has an answer, null all. */
  session: string[] | 'newest' | null;
  framework: string[] | null;
  transport: string[] | null;
  scenario: string[] | null;
  swarm: string[] | null;
  kind: string[] | null;
  /** Average runs with fatal flags too. */
  invalid: boolean;
  /** Average runs of several sessions as if they were of one. */
  together: boolean;
  /** Logarithmic latency axes. */
  log: boolean;
  /** The trend that is shown in the place of the one that rows are about; null: that one itself. */
  latency: string | null;
  /** {@link ORDER} */
  order: string;
  /** Id of the row that others are compared with; null for the best. */
  baseline: string | null;
  /** The size of a difference that is worth showing, in %. */
  detect: number;
  /** Rank substitutes and limited editions too. */
  substitutes: boolean;
  /** Ids of rows that are not drawn. */
  hide: string[];
  /** The letter of the study whose claims are shown; null: none. */
  study: string | null;
}

export const DEFAULT_SELECTION: Selection = {
  session: 'newest',
  framework: null,
  transport: null,
  scenario: null,
  swarm: null,
  kind: null,
  invalid: false,
  together: false,
  log: false,
  latency: null,
  order: 'answer',
  baseline: null,
  detect: DEFAULT_DETECT_PERCENT,
  substitutes: false,
  hide: [],
  study: null,
};

export const LISTS = ['framework', 'transport', 'scenario', 'swarm', 'kind'] as const;
export type ListName = (typeof LISTS)[number];
const SWITCHES = ['invalid', 'together', 'log', 'substitutes'] as const;

/** Tells whether this number of % is a valid difference to ask for. */
export const isDetectable = (percent: number): boolean => percent >= 0.1 && percent <= 1000;

/** Reads an address's query. Missing and unreadable parts are as by default. */
export function readSelection(query: string): Selection {
  const parameters = new URLSearchParams(query);
  const list = (name: string) => {
    const values = parameters.getAll(name);
    return values.length === 0 ? null : values.filter((value) => value !== '');
  };
  const selection: Selection = { ...DEFAULT_SELECTION, hide: list('hide') ?? [] };
  for (const name of LISTS) selection[name] = list(name);
  const sessions = list('session');
  if (sessions) selection.session = sessions.length === 1 && sessions[0] === 'all' ? null : sessions;
  for (const name of SWITCHES) {
    const value = parameters.get(name);
    if (value === '1' || value === '0') selection[name] = value === '1';
  }
  const latency = parameters.get('latency');
  if (latency !== null && NAME.test(latency)) selection.latency = latency;
  const order = parameters.get('order');
  if (order !== null && ORDER.test(order)) selection.order = order;
  selection.baseline = parameters.get('baseline') || null;
  const study = parameters.get('study');
  if (study) selection.study = study.toUpperCase();
  const detect = Number(parameters.get('detect'));
  if (isDetectable(detect)) selection.detect = detect;
  return selection;
}

/** The query (with its `?`, empty for the default) that {@link readSelection} reads back. */
export function writeSelection(selection: Selection): string {
  const parameters = new URLSearchParams();
  const add = (name: string, values: string[]) => {
    for (const value of values.length === 0 ? [''] : values) parameters.append(name, value);
  };
  if (selection.session === null) add('session', ['all']);
  else if (selection.session !== 'newest') add('session', selection.session);
  for (const name of LISTS) {
    const values = selection[name];
    if (values) add(name, values);
  }
  for (const name of SWITCHES) {
    if (selection[name] !== DEFAULT_SELECTION[name]) parameters.set(name, selection[name] ? '1' : '0');
  }
  if (selection.latency !== null) parameters.set('latency', selection.latency);
  if (selection.order !== DEFAULT_SELECTION.order) parameters.set('order', selection.order);
  if (selection.baseline) parameters.set('baseline', selection.baseline);
  if (selection.detect !== DEFAULT_SELECTION.detect) parameters.set('detect', String(selection.detect));
  if (selection.hide.length > 0) add('hide', selection.hide);
  if (selection.study !== null) parameters.set('study', selection.study);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
