/** The network of a session: asked for, measured before it begins, and put before the server of each of its runs. */
import { measuredText, type Network, type NetworkMeasured, networkText } from '../../protocol/network.ts';
import { ensureTool } from '../../setup/tools/install.ts';
import { measureNetwork } from './measure.ts';

export interface SessionNetwork {
  asked: Network;
  measured: NetworkMeasured;
  /** Path of Toxiproxy's server. */
  program: string;
}

/**
 * Has the tool that shapes, installed first if need be and possible, and measures the network.
 * @throws OutcryError (missing) that says how to get the tool, (failed) when the network cannot be measured
 */
export async function sessionNetwork(asked: Network, say: (line: string) => void): Promise<SessionNetwork> {
  const { path: program } = await ensureTool('toxiproxy', say);
  const measured = await measureNetwork(program, asked);
  say(`network: asked for ${networkText(asked)}; measured: ${measuredText(measured)}`);
  return { asked, measured, program };
}
