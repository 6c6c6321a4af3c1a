/** Recovery of lost sessions, by the framework's own means: a client that is back in time is sent what it missed. */
import { type App, readApps, reconnectOver } from '../../../setup/apps/manifest/manifest.ts';
import type { Condition } from '../condition.ts';

/** The apps that have recovery to switch on. */
const able = (): App[] => readApps().filter(({ reconnect }) => reconnect?.recovery !== undefined);

const condition = {
  name: 'recovery',
  options: [
    {
      flags: '--recovery',
      about:
        'have servers and clients switch on the recovery of lost sessions, where the framework has it (default: off)',
    },
  ],
  help: () =>
    ['Switched on with --recovery:', ...able().map(({ id, reconnect }) => `  ${id}: ${reconnect!.recovery}`)].join(
      '\n',
    ),
  refuses(asked, { app, transport }) {
    if (!asked || reconnectOver(app, transport)?.recovery !== undefined) return null;
    if (app.reconnect?.recovery !== undefined) {
      return `has no recovery to switch on over ${transport}: choose another transport, or omit --recovery`;
    }
    const others = able().map(({ id }) => id);
    return `has no recovery to switch on: omit --recovery, or choose of ${others.join(', ') || 'no app: there is none'}`;
  },
  async prepare(asked) {
    if (!asked) return null;
    return {
      identity: {
        value: 'on',
        text: 'recovery of lost sessions switched on',
        mark: 'with recovery',
        otherwise: 'as the framework does by itself',
      },
      serverEnvironment: { RECOVERY: 'on' },
      connectOptions: { recovery: true },
    };
  },
} satisfies Condition<boolean>;

export default condition;
