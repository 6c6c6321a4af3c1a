/**
 * The web API as a process of its own. HOST (default 127.0.0.1), PORT (default 4800, 0 for any), RESULTS_DIR or
 * `--results DIR` (default `results`), STATIC_DIR (default `chart-merger/dist`), REFERENCE_DIR (default
 * `results/reference`), FOOTPRINTS_FILE and SCENARIOS_FILE (default none) and ALLOWED_HOSTS (names with commas between them) configure it; paths are relative to the
 * working directory. When it listens it prints `{"ready":true,"port":N}`; everything else goes to stderr.
 */
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EXIT, OutcryError } from '../system/errors.ts';
import { readScenarios } from './routes/scenarios.ts';
import { buildServer } from './server.ts';

/** A server that has not stopped by then is ended. */
const STOP_MS = 4_000;

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new OutcryError(`PORT: "${text}" is no port; give a number from 0 to 65535`, EXIT.usage);
}

function readResults(): string | undefined {
  let results: string | undefined;
  try {
    results = parseArgs({ options: { results: { type: 'string' } } }).values.results;
  } catch (error) {
    throw new OutcryError(`${(error as Error).message}; there is --results DIR`, EXIT.usage);
  }
  if (results?.trim() === '') throw new OutcryError('--results: expected the path of a folder', EXIT.usage);
  return results;
}

async function main(): Promise<void> {
  const { env } = process;
  const host = env.HOST || '127.0.0.1';
  const port = readPort(env.PORT || '4800');
  const app = await buildServer({
    host,
    results: resolve(readResults() ?? (env.RESULTS_DIR || 'results')),
    reference: resolve(env.REFERENCE_DIR || 'results/reference'),
    footprints: env.FOOTPRINTS_FILE ? resolve(env.FOOTPRINTS_FILE) : null,
    scenarios: await readScenarios(env.SCENARIOS_FILE ? resolve(env.SCENARIOS_FILE) : null),
    staticDir: resolve(env.STATIC_DIR || 'chart-merger/dist'),
    allowedHosts: env.ALLOWED_HOSTS ? env.ALLOWED_HOSTS.split(',').map((name) => name.trim().toLowerCase()) : null,
    log: true,
  });
  let isStopping = false;
  const stop = (exitCode: number) => () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(exitCode), STOP_MS).unref();
    void app.close().then(() => process.exit(exitCode));
  };
  process.on('SIGTERM', stop(EXIT.ok));
  process.on('SIGINT', stop(EXIT.interrupted));
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = code === 'EADDRINUSE' ? 'it is taken; give another as PORT' : message;
    throw new OutcryError(`cannot listen on ${host} port ${port}: ${code}: ${advice}`, EXIT.missing);
  }
  const bound = app.server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: true, port: bound.port })}\n`);
}

main().catch((error: unknown) => {
  const forPeople = error instanceof OutcryError;
  process.stderr.write(`${forPeople ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(forPeople ? error.exitCode : EXIT.internal);
});
