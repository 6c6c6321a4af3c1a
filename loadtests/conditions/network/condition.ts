/** The network between clients and server: measured before the swarm is there, and put before the server of each run. */

import { ensureTool } from '../../../setup/tools/install.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Condition, PreparedCondition, ReachedServer } from '../condition.ts';
import { measureNetwork } from './measure.ts';
import { LOCAL_NETWORK, measuredText, type Network, type NetworkMeasured, networkText } from './network.ts';
import { networkError } from './network-error.ts';
import { networkNamed, networkProfiles } from './network-files.ts';
import { demandPacketLoss, losePackets } from './packet-loss.ts';
import { ShapedPath } from './shaped-path.ts';

/** @throws OutcryError before what the network cannot stand before */
function demandPath({ host, otherPort }: ReachedServer): void {
  if (host === 'other') {
    throw new OutcryError('the network cannot be shaped before a server on another machine', EXIT.usage);
  }
  if (otherPort !== null) throw new OutcryError(`the network cannot be shaped: ${otherPort}`, EXIT.failed);
}

interface ShapedBy {
  program: string;
  nft?: string | null;
  host: string;
  known?: NetworkMeasured | null;
}

const LOSS_CUT_SHORT = 'another program removed the rules by which packets were lost, before the run was over';

/**
 * A network that is in force.
 * @param program path of Toxiproxy's server
 * @param nft its path; null: no packets are lost
 * @param host the interface that clients connect to
 * @param known its measured properties; null: it is measured before there is a swarm
 */
export function shaped(
  network: Network,
  { program, nft = null, host, known = null }: ShapedBy,
  say: (line: string) => void = () => {},
): PreparedCondition {
  let measured = known;
  let cutShort = false;
  return {
    identity: {
      value: { ...network },
      text: networkText(network),
      mark: `over ${network.name}`,
      otherwise: LOCAL_NETWORK,
    },
    ...(nft === null ? {} : { expects: ['segments-resent'] }),
    async beforeSwarm() {
      if (measured !== null) return;
      measured = await measureNetwork(program, network, nft);
      say(`network: asked for ${networkText(network)}; measured: ${measuredText(measured)}`);
    },
    measured: () => measured && { value: { ...measured }, text: measuredText(measured) },
    async pathTo(server, serverPort) {
      demandPath(server);
      const path = await ShapedPath.start({ program, network, serverPort, host });
      if (nft === null) return path;
      try {
        const loss = await losePackets(nft, path.port, network.lossPercent!);
        return {
          port: path.port,
          async stop() {
            cutShort = !(await loss.remove());
            await path.stop();
          },
        };
      } catch (error) {
        await path.stop();
        throw error;
      }
    },
    flags() {
      const off = [measured && networkError(network, measured), cutShort ? LOSS_CUT_SHORT : null];
      return off.flatMap((message) => (message === null ? [] : [{ code: 'network-off', level: 'warning', message }]));
    },
  };
}

const NAMES = [LOCAL_NETWORK, ...networkProfiles().map(({ network }) => network.name)].join(', ');

const condition = {
  name: 'network',
  options: [
    {
      flags: '--network <name>',
      about: `the network between clients and server: ${NAMES}, or a JSON file that is like them (default: ${LOCAL_NETWORK})`,
      parse: networkNamed,
    },
  ],
  help() {
    const lines = networkProfiles().map(({ network, about }) => `  ${networkText(network)}: ${about}`);
    return ['Networks:', `  ${LOCAL_NETWORK}: nothing is shaped`, ...lines].join('\n');
  },
  async plan(asked, { elsewhere, advertise }) {
    if (asked?.lossPercent !== undefined && (elsewhere || advertise !== null)) {
      throw new OutcryError(
        `${asked.name} loses packets on this machine's loopback, and these clients are on other machines: choose a network without lossPercent`,
        EXIT.usage,
      );
    }
    return { between: asked === null ? 0 : 1 };
  },
  async prepare(asked, { host }, say) {
    if (asked === null) return null;
    const nft = asked.lossPercent === undefined ? null : (await ensureTool('nft', say)).path;
    if (nft !== null) await demandPacketLoss(nft);
    const { path: program } = await ensureTool('toxiproxy', say);
    return shaped(asked, { program, nft, host }, say);
  },
} satisfies Condition<Network>;

export default condition;
