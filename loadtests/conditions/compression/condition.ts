/** Compression on the way between server and clients, by the framework's own means: the server does it, if its clients offer it. */
import { type App, readApps } from '../../../setup/apps/manifest/manifest.ts';
import type { Condition } from '../condition.ts';

/** A framework with its transports that compress for some swarm. */
function lineOf({ id, transports }: App): string[] {
  const able = Object.entries(transports).filter(([, { compression }]) => compression !== undefined);
  const words = able.map(([transport, { compression, swarms }]) =>
    compression!.length < swarms.length ? `${transport} (${compression!.join(', ')} only)` : transport,
  );
  return words.length === 0 ? [] : [`  ${id}: ${words.join(', ')}`];
}

const condition = {
  name: 'compression',
  options: [
    {
      flags: '--deflate',
      about:
        'have servers compress every message, where the framework can: permessage-deflate or HTTP compression (default: nothing is compressed)',
    },
  ],
  help: () =>
    [
      'Compressed with --deflate, and no other transport (docs/reference.md says why):',
      ...readApps().flatMap(lineOf),
    ].join('\n'),
  refuses(asked, { app, transport, swarm }) {
    if (!asked || app.transports[transport]?.compression?.includes(swarm)) return null;
    const able = Object.entries(app.transports).some(([, { compression }]) => compression?.includes(swarm));
    const clients = swarm === 'console' ? 'console clients' : 'browsers';
    return able
      ? `compresses nothing over ${transport} for ${clients}: choose another transport, or omit --deflate`
      : `compresses nothing for ${clients}: omit --deflate, or the framework`;
  },
  async prepare(asked) {
    if (!asked) return null;
    return {
      identity: {
        value: 'deflate',
        text: 'every message compressed (deflate)',
        mark: 'compressed',
        otherwise: 'as the framework does by itself',
      },
      serverEnvironment: { COMPRESSION: 'deflate' },
    };
  },
} satisfies Condition<boolean>;

export default condition;
