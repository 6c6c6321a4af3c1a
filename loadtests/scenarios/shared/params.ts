/** Numbers as parameters, each in a line. Pages import this: no Node modules. */
import type { ParamSpec } from '../scenario.ts';

type Except = Record<string, string>;
type Make = (
  byDefault: number,
  [least, most]: readonly [number, number],
  about: string,
  text: string,
  except?: Except,
) => ParamSpec;

const number =
  (type: 'whole' | 'amount'): Make =>
  (byDefault, [least, most], about, text, except) => ({
    ...{ type, default: byDefault, least, most, about },
    label: except === undefined ? { text } : { text, except },
  });

/** A whole number. @param text how a value is called, such as `{} messages`; `except`: how certain values are */
export const whole = number('whole');
/** As {@link whole}, with fractions. */
export const amount = number('amount');
