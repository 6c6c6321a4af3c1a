/** What the README says of recovery is what the kept records of study G have. */
import { CUTS_OF_20, countOf, keptRuns, numbersIn } from '../../loadtests/scenarios/recover/testing/kept-cuts.ts';

test('as many messages were lost in as many recoveries as it is said', () => {
  const runs = keptRuns(CUTS_OF_20, 'socket.io-go').filter((run) => countOf(run, 'recovered').total > 0);
  const sum = (name: string): number => runs.reduce((total, run) => total + countOf(run, name).total, 0);
  const said = numbersIn('apps/socket.io-go/README.md', /\((\d+) messages in (\d+) recoveries/);
  expect([sum('lostMessages'), sum('recovered')]).toEqual(said);
});
