import { Command } from 'commander';
import type { ParamSpec } from '../../loadtests/scenarios/scenario.ts';
import { madeUpScenario } from '../../loadtests/session/testing/made-up-scenario.ts';
import { givenParams, scenarioHelp, withScenarioOptions } from './scenario-options.ts';

const scenarioWith = (name: string, params: Record<string, ParamSpec>) =>
  madeUpScenario({ name, params: params as never });

const found = [
  madeUpScenario(),
  scenarioWith('other', {
    rate: { type: 'amount', default: 5, about: 'messages per second' },
    joinFirst: { type: 'flag', default: false, about: 'join before anything else' },
    wording: { type: 'text', default: 'two words', about: 'what is said' },
  }),
];

/** The parameters that a command line gives. */
function given(...args: string[]): Record<string, unknown> {
  const command = withScenarioOptions(new Command('run').option('--runs <n>'), found).exitOverride();
  command.parse(args, { from: 'user' });
  return givenParams(command.opts(), found);
}

describe('parameters of scenarios', () => {
  test('are options: what is given is there, and nothing else', () => {
    expect(given('--rate', '3', '--join-first')).toEqual({ rate: '3', joinFirst: true });
    expect(given('--runs', '3')).toEqual({});
  });

  test('that several scenarios share are one option, which says whose it is', () => {
    const help = withScenarioOptions(new Command('run'), found).helpInformation();
    expect(help.match(/--rate/g)).toHaveLength(1);
    expect(help).toMatch(/--rate <n>\s+messages per second \(made-up, other\)/);
  });

  test('may not be called like an option that is there already', () => {
    const clash = scenarioWith('clash', { runs: { type: 'whole', default: 1, about: 'runs' } });
    expect(() => withScenarioOptions(new Command('run').option('--runs <n>'), [clash])).toThrow(
      /clash\/scenario\.ts: params\.runs: \.\/outcry run has another option --runs/,
    );
  });

  test('are listed below their scenario with their defaults', () => {
    expect(scenarioHelp(found)).toContain("--rate 5 --join-first --wording 'two words'");
  });

  test('and what a scenario is about stands in one column, however long its name', () => {
    const help = scenarioHelp([...found, scenarioWith('one-with-a-long-name', {})]);
    expect(help).toContain('  one-with-a-long-name  nothing');
    expect(help).toContain('  other                 nothing');
  });
});
