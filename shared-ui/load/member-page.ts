/** Entry of the swarm's page: a member that a launcher tells what to do, and nothing to see. */
import adapter from '@outcry/adapter';
import { pageClock } from '../../member/clock.ts';
import { createRemote, type OutcryMember } from '../../member/remote.ts';
import { clientScript } from './scenario-scripts.ts';

declare global {
  interface Window {
    outcryMember: OutcryMember;
  }
}

const remote = createRemote({ adapter, url: location.origin, clock: pageClock(), script: clientScript });
window.outcryMember = remote;

// A scenario's script that throws would otherwise only be seen in the console of a browser that nobody looks at.
addEventListener('error', ({ message }) => remote.fail(`The page has an error: ${message}`));
addEventListener('unhandledrejection', ({ reason }) => remote.fail(`The page has an error: ${reason}`));
