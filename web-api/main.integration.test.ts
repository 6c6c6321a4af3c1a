import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { EXIT } from '../system/errors.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';

describe('the process', () => {
  let child: ChildProcess;
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    child.kill('SIGKILL');
  });
  const SOURCE = ['--import', 'tsx', join(import.meta.dirname, 'main.ts')];
  const start = (env: Record<string, string>, args: string[] = []) => {
    child = spawn(process.execPath, [...SOURCE, ...args], {
      env: { ...process.env, RESULTS_DIR: join(folder, 'results'), STATIC_DIR: join(folder, 'page'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const line = new Promise<string>((resolve) => createInterface({ input: child.stdout! }).once('line', resolve));
    let errors = '';
    child.stderr!.on('data', (data) => {
      errors += data;
    });
    return { exited, line, errors: () => errors };
  };

  test('says when it is ready, serves, and stops on SIGTERM though a page follows', async () => {
    const { exited, line } = start({ PORT: '0' }, ['--results', join(folder, 'elsewhere')]);
    const { ready, port } = JSON.parse(await line);
    expect(ready).toBe(true);
    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
    const kept = await fetch(`${url}/api/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sampleRecord()),
    });
    expect(kept.status).toBe(201);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['evening']);
    await fetch(`${url}/api/progress`);
    child.kill('SIGTERM');
    expect(await exited).toBe(EXIT.ok);
  });

  test('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { exited, errors } = start({ PORT: String(port) });
    expect(await exited).toBe(EXIT.missing);
    expect(errors()).toBe(`cannot listen on 127.0.0.1 port ${port}: EADDRINUSE: it is taken; give another as PORT\n`);
    other.close();
  });

  test('refuses a port that is none, a folder without a name and an option that it has not', async () => {
    const wrong = start({ PORT: '99999' });
    expect(await wrong.exited).toBe(EXIT.usage);
    expect(wrong.errors()).toContain('PORT: "99999" is no port');
    const nowhere = start({ PORT: '0' }, ['--results', '']);
    expect(await nowhere.exited).toBe(EXIT.usage);
    const unknown = start({ PORT: '0' }, ['--result', 'x']);
    expect(await unknown.exited).toBe(EXIT.usage);
  });
});
