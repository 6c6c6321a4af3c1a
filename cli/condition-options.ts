/** The options of run conditions: each condition's folder declares its own. */
import type { Command } from 'commander';
import type { Condition } from '../loadtests/conditions/condition.ts';

export function withConditions(command: Command, conditions: readonly Condition[]): Command {
  for (const { option } of conditions) command.option(option.flags, option.about);
  return command;
}

/** What the user asked for, by the keys of the conditions' options. */
export function conditionsAsked(options: object, conditions: readonly Condition[]): Record<string, unknown> {
  const given = options as Record<string, unknown>;
  return Object.fromEntries(
    conditions.map(({ option: { key } }) => [key, given[key]]).filter(([, value]) => value !== undefined),
  );
}
