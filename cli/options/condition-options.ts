/** The options of run conditions: each condition's folder declares its own. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Condition } from '../../loadtests/conditions/condition.ts';
import { OutcryError } from '../../system/errors.ts';

export function withConditions(command: Command, conditions: readonly Condition[]): Command {
  for (const { flags, about, parse } of conditions.flatMap(({ options = [] }) => options)) {
    if (parse === undefined) command.option(flags, about);
    else command.option(flags, about, (text: string) => parsed(parse, text));
  }
  return command;
}

function parsed(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof OutcryError ? error : new InvalidArgumentError((error as Error).message);
  }
}

/** For the end of `--help`, with an empty line before it: what the options of conditions may be. */
export const conditionsHelp = (conditions: readonly Condition[]): string =>
  conditions.flatMap(({ help }) => (help ? [`\n\n${help()}`] : [])).join('');
