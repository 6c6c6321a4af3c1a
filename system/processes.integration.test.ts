import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isAlive } from './process-owner.ts';
import { processTree } from './process-tree.ts';
import { cleanUpOrphans, killTree, processesNaming, spawnOwned } from './processes.ts';
import { ROOT } from './root.ts';
import { setEnvironment } from './testing/environment.ts';
import { killedAfterLine, moduleOf } from './testing/program.ts';

/** A shell that has a child of its own; the child's pid is its first line. */
const PARENT = 'sleep 300 & echo $!; wait';

async function firstLine(child: ReturnType<typeof spawnOwned>): Promise<string> {
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  return line as string;
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('processes that Outcry starts', () => {
  test.each(['server', 'load', 'observer'] as const)(
    'get nothing of the caller as %s, and what is meant for them',
    async (role) => {
      setEnvironment({ LD_PRELOAD: '', DEBUG: '*' });
      const options = { label: 'test', role, env: { MEANT: 'yes' }, stdio: ['ignore', 'pipe', 'ignore'] as const };
      const child = spawnOwned(['sh', '-c', "env | grep -cE '^(DEBUG|LD_PRELOAD|MEANT)='"], {
        ...options,
        stdio: [...options.stdio],
      });
      expect(await firstLine(child)).toBe('1');
    },
  );

  test('are ended with all their descendants', async () => {
    const child = spawnOwned(['sh', '-c', PARENT], { label: 'test', stdio: ['ignore', 'pipe', 'ignore'] });
    const grandchild = Number(await firstLine(child));
    expect(processTree(child.pid!)).toEqual([child.pid, grandchild]);
    await killTree(child.pid!, 1000);
    await gone(grandchild);
    expect(isAlive(child.pid!)).toBe(false);
  });

  test('are found by what their command line names, whatever their environment is', async () => {
    const named = `/nowhere/${process.pid}-${performance.now()}`;
    const child = spawn('sh', ['-c', 'echo up; read -r _', 'sh', named], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    await firstLine(child);
    expect(processesNaming(named)).toEqual([child.pid]);
    child.stdin.end();
    await gone(child.pid!);
    expect(processesNaming(named)).toEqual([]);
  });

  test('that a limit keeps from starting say which, and what to do', async () => {
    const script = `
      import { openSync } from 'node:fs';
      import { spawnOwned } from './system/processes.ts';
      try { for (;;) openSync('/dev/null', 'r'); } catch {}
      spawnOwned(['true'], { label: 'one too many' }).once('error', ({ message }) => console.log(message));`;
    const program = [process.execPath, ...moduleOf(script)];
    const limited = spawn('sh', ['-c', 'ulimit -n 200; exec "$@"', 'sh', ...program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: limited.stdout }), 'line');
    expect(line).toMatch(/EMFILE: this process may open no more files; raise `ulimit -n`/);
  });

  test('are ended when Outcry was killed without a chance to, though nothing is started again', async () => {
    const script = `
      import { spawnOwned } from './system/processes.ts';
      const child = spawnOwned(['sh', '-c', ${JSON.stringify(`trap '' TERM; ${PARENT}`)}], { label: 'left behind', stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.once('data', (data) => console.log(JSON.stringify([child.pid, Number(String(data))])));
      setInterval(() => {}, 1000);`;
    const [child, grandchild] = JSON.parse(await killedAfterLine(script)) as [number, number];
    await gone(child);
    await gone(grandchild);
  });

  test('are ended by the next start although Outcry was killed while it wrote down what it had started', async () => {
    const dead = spawn('true', { stdio: 'ignore' });
    await once(dead, 'exit');
    const owner = `${dead.pid}-0`;
    const folder = join(ROOT, '.outcry', 'processes', owner);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '1.json'), '{"label":"half an ent');
    const left = spawn('sleep', ['300'], { stdio: 'ignore', env: { ...process.env, OUTCRY_OWNER: owner } });
    const gone = once(left, 'exit');
    await cleanUpOrphans();
    expect((await gone)[1]).toBe('SIGKILL');
    expect(existsSync(folder)).toBe(false);
  });
});
