/** Parameters, each in a line. Pages import this: no Node modules. */
import type { ParamSpec } from '../scenario.ts';

/** The values of parameters that are specified so. */
export type ValuesOf<Specs extends Record<string, ParamSpec>> = { [Name in keyof Specs]: Specs[Name]['default'] };

type NumberSpec = ParamSpec & { default: number };
type TextSpec = ParamSpec & { default: string };
type Except = Record<string, string>;
type Make = (
  byDefault: number,
  [least, most]: readonly [number, number],
  about: string,
  text?: string,
  except?: Except,
) => NumberSpec;

/** @param text the name of a value, such as `{} messages`; `except`: that of certain values */
const labelled = (text: string | undefined, except: Except | undefined): Pick<ParamSpec, 'label'> =>
  text === undefined ? {} : { label: except === undefined ? { text } : { text, except } };

const number =
  (type: 'whole' | 'amount'): Make =>
  (byDefault, [least, most], about, text, except) => ({
    ...{ type, default: byDefault, least, most, about },
    ...labelled(text, except),
  });

export const whole = number('whole');
/** As {@link whole}, with fractions. */
export const amount = number('amount');

/** One of `choices`, of which the first is the default. */
export const choice = (
  choices: readonly [string, ...string[]],
  about: string,
  text: string,
  except?: Except,
): TextSpec => ({
  ...{ type: 'choice', default: choices[0], choices, about },
  ...labelled(text, except),
});

export const text = (byDefault: string, about: string, label?: string, except?: Except): TextSpec => ({
  ...{ type: 'text', default: byDefault, about },
  ...labelled(label, except),
});
