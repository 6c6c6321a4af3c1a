/** Profiles: whole sets of options under one name. What the user gives on the command line wins. */
import type { SwarmKind } from '../../protocol/run-record.ts';

export interface Profile {
  name: string;
  about: string;
  scenario: string;
  swarm: SwarmKind;
  browsers: number;
  clientsPerBrowser: number;
  runs: number;
  transports: 'main' | 'all';
}

/**
 * Browsers of the `quick` profile. On the machine this was tried on, 60 clients in 30 browsers (7,200 deliveries per
 * second) saturate two cores; the work grows with the square of the clients, so that 6 clients per core (3 browsers
 * with two clients) stay far below that.
 */
export function quickBrowsers(cores: number): number {
  return Math.min(12, Math.max(2, 3 * cores));
}

export function profiles(cores: number): Profile[] {
  return [
    {
      name: 'quick',
      about: 'a first look: a swarm sized to this machine, 2 runs of the main transport of each framework',
      scenario: 'broadcast',
      swarm: 'browser',
      browsers: quickBrowsers(cores),
      clientsPerBrowser: 2,
      runs: 2,
      transports: 'main',
    },
    {
      name: 'study',
      about: 'study A: 30 browsers with 2 clients each, 10 runs of every transport',
      scenario: 'study-a',
      swarm: 'browser',
      browsers: 30,
      clientsPerBrowser: 2,
      runs: 10,
      transports: 'all',
    },
  ];
}
