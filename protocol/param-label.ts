/** The names of parameters that tell rows apart: data, so that page, report and command line use the same names. */
import type { ParamValue } from './run-record.ts';

export interface ParamLabel {
  /** With `{}` in the place of the value: `{}/s`, `{} messages`. */
  text: string;
  /** Values that are called otherwise, by the value as text: `{"0": "as fast as it goes"}`. An empty one is not mentioned. */
  except?: Readonly<Record<string, string>>;
}

/** `2/s`; by default how it is called, `rate 2`. Empty for a value that is not mentioned. */
export function paramText(name: string, value: ParamValue, label: ParamLabel | undefined): string {
  if (label === undefined) return `${name} ${value}`;
  const { text, except = {} } = label;
  return Object.hasOwn(except, String(value)) ? except[String(value)]! : text.replace('{}', () => String(value));
}
