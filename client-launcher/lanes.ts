import type { Swarm } from './swarm.ts';

/**
 * Launches lanes until there are `count` swarms, with `first` itself.
 * @param lanes those that it has besides itself; new ones are added before their launch, so that closing it ends them too
 */
export async function withLanes<S extends Swarm>(first: S, lanes: S[], count: number, make: () => S): Promise<S[]> {
  while (lanes.length < count - 1) {
    const lane = make();
    lanes.push(lane);
    await lane.launch();
  }
  return [first, ...lanes.slice(0, count - 1)];
}
