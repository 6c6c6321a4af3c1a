/** The parameters of scenarios as options of the command line; each scenario's folder declares its own. */
import { type Command, Option } from 'commander';
import { type FoundScenario, scenarioNamed } from '../../loadtests/scenarios/find.ts';
import { optionName } from '../../loadtests/scenarios/param-values.ts';
import type { ParamSpec } from '../../loadtests/scenarios/scenario.ts';
import type { ParamValue } from '../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';

/** One parameter name, with the scenarios that have it. */
interface Shared {
  name: string;
  specs: { scenario: string; spec: ParamSpec }[];
}

function sharedParams(found: readonly FoundScenario[]): Shared[] {
  const all = new Map<string, Shared>();
  for (const { scenario } of found) {
    for (const [name, spec] of Object.entries(scenario.params)) {
      const shared = all.get(name) ?? { name, specs: [] };
      shared.specs.push({ scenario: scenario.name, spec });
      all.set(name, shared);
    }
  }
  return [...all.values()];
}

/** The placeholder behind an option, such as ` <n>`; empty for a flag. */
function placeholder(specs: Shared['specs']): string {
  const types = new Set(specs.map(({ spec }) => spec.type));
  if (types.size > 1) return ' <value>';
  const [type] = types;
  return { whole: ' <n>', amount: ' <n>', choice: ' <name>', text: ' <text>', flag: '' }[type!];
}

function optionOf({ name, specs }: Shared): Option {
  const [{ spec }] = specs as [Shared['specs'][number]];
  const choices = spec.choices === undefined ? '' : `: ${spec.choices.join(' or ')}`;
  return new Option(
    `${optionName(name)}${placeholder(specs)}`,
    `${spec.about}${choices} (${specs.map(({ scenario }) => scenario).join(', ')})`,
  );
}

/**
 * Adds an option for each parameter. Scenarios that share a name share the option.
 * @throws OutcryError (wrong use) for a parameter with the name of another option of the command
 */
export function withScenarioOptions(command: Command, found: readonly FoundScenario[]): Command {
  for (const shared of sharedParams(found)) {
    const option = optionOf(shared);
    if (command.options.some(({ long }) => long === option.long)) {
      const { dir } = scenarioNamed(found, shared.specs[0]!.scenario);
      throw new OutcryError(
        `${dir}/scenario.ts: params.${shared.name}: ./outcry ${command.name()} has another option ${option.long}; give it another name`,
        EXIT.usage,
      );
    }
    command.addOption(option);
  }
  return command;
}

/** The parameters that the user gave, by name. */
export function givenParams(
  options: Readonly<Record<string, unknown>>,
  found: readonly FoundScenario[],
): Record<string, ParamValue> {
  const names = sharedParams(found).map(({ name }) => name);
  return Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name] as ParamValue]),
  );
}

/** For `--help`: each scenario with its description, and its parameters with their defaults. */
export function scenarioHelp(found: readonly FoundScenario[]): string {
  const indent = 4 + Math.max(0, ...found.map(({ scenario }) => scenario.name.length));
  return found
    .map(({ scenario: { name, about, params } }) => {
      const defaults = Object.entries(params).map(([param, spec]) => {
        const value =
          typeof spec.default === 'string' && !/^\S+$/.test(spec.default) ? `'${spec.default}'` : spec.default;
        return spec.type === 'flag' ? optionName(param) : `${optionName(param)} ${value}`;
      });
      const lines = defaults.length === 0 ? [] : [`${' '.repeat(indent)}${defaults.join(' ')}`];
      return [`  ${name}`.padEnd(indent) + about, ...lines].join('\n');
    })
    .join('\n');
}
