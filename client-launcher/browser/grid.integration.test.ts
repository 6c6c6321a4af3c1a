import { EXIT } from '../../system/errors.ts';
import { BrowserSwarm } from './swarm.ts';
import { type MadeUpGrid, startMadeUpGrid } from './testing/made-up-grid.ts';

let grid: MadeUpGrid | null = null;

afterEach(async () => {
  await grid?.close();
  grid = null;
});

/** A swarm on a made-up Grid, and what it said. */
async function swarmOn(options: Parameters<typeof startMadeUpGrid>[0], browsers: number, gridPatienceMs?: number) {
  grid = await startMadeUpGrid(options);
  const said: string[] = [];
  const swarm = new BrowserSwarm({
    ...{ browser: 'firefox', browsers, headless: true, grid: grid.url, say: (line) => said.push(line) },
    ...(gridPatienceMs === undefined ? {} : { gridPatienceMs }),
  });
  return { grid, swarm, said };
}

test('all browsers are requested at once, so that a Grid without nodes starts as many as there are requests', async () => {
  const { grid, swarm, said } = await swarmOn({ nodes: 0, starts: 12 }, 12);
  await swarm.launch();
  expect(swarm.progress().membersUp).toBe(12);
  expect(said).toEqual([
    `the Grid at ${grid.url} has room for 0 of 12 firefox browsers now; requesting all, and waiting for nodes that it starts`,
  ]);
  await swarm.close();
  expect(grid.open()).toBe(0);
});

test('a Grid with room is used without a word', async () => {
  const { swarm, said } = await swarmOn({ nodes: 2, starts: 0 }, 2);
  await swarm.launch();
  await swarm.close();
  expect(said).toEqual([]);
});

test('when no more browsers come, the error says how many came, and their sessions end', async () => {
  const { grid, swarm } = await swarmOn({ nodes: 1, starts: 1 }, 3, 1000);
  await expect(swarm.launch()).rejects.toMatchObject({
    exitCode: EXIT.missing,
    message: `2 of 3 firefox browsers came up on the Grid at ${grid.url}; use --browsers 2, or give its nodes room for more sessions (firefox could not be opened on the Grid at ${grid.url}: no browser came within 1 s after the last one)`,
  });
  await swarm.close();
});

test('a swarm that is closed while it waits gives up at once', async () => {
  const { grid, swarm } = await swarmOn({ nodes: 0, starts: 0 }, 1);
  const launching = swarm.launch();
  const refused = expect(launching).rejects.toMatchObject({ exitCode: EXIT.failed });
  while (grid.queued() === 0) await new Promise(setImmediate);
  await swarm.close();
  await refused;
});
