/**
 * A `docker` for tests, which is told by files in the folder FAKE_DOCKER what to be and writes there what it was asked. Its containers are
 * HTTP servers in its own process that say what `ready.json` holds.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const folder = process.env.FAKE_DOCKER;
const file = (name) => join(folder, name);
const read = (name) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : null);
const say = (text) => process.stdout.write(`${text}\n`);

function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

const words = process.argv.slice(2);
const context = words[0] === '--context' ? words.splice(0, 2)[1] : null;
const token = process.env.CONTROL_TOKEN === undefined ? null : 'given';
appendFileSync(file('calls.jsonl'), `${JSON.stringify({ context, words, token })}\n`);

/** Returns a variable in the environment of the created container. */
const setting = (name) => {
  const { words: made } = JSON.parse(read('made.json'));
  const at = made.findIndex((word, index) => made[index - 1] === '--env' && word.startsWith(`${name}=`));
  return at < 0 ? null : made[at].slice(name.length + 1);
};

const commands = {
  context: () => {
    if (words[2] === 'nowhere') fail('context "nowhere": context not found');
    const host = read('endpoint') ?? 'unix:///var/run/docker.sock';
    say(JSON.stringify([{ Name: words[2] ?? 'default', Endpoints: { docker: { Host: host } } }]));
  },
  info: () => {
    const about = {
      ServerVersion: '20.10.24',
      NCPU: Number(read('cpus') ?? 4),
      MemTotal: 8e9,
      KernelVersion: '6.1.0',
      OSType: 'linux',
    };
    say(JSON.stringify(about));
  },
  image: () => {
    const labels = read('image.json');
    if (labels === null) fail(`Error: No such image: ${words.at(-1)}`);
    say(labels);
  },
  build: () => {
    if (read('build-fails') !== null) fail(`step 3 of the build\n${read('build-fails')}`);
    const label = words[words.indexOf('--label') + 1];
    writeFileSync(file('image.json'), JSON.stringify({ [label.split('=')[0]]: label.split('=')[1] }));
  },
  create: () => {
    writeFileSync(file('made.json'), JSON.stringify({ words, token: process.env.CONTROL_TOKEN }));
    say('c0ffee'.repeat(11).slice(0, 64));
  },
  start: () => {
    process.stderr.write('a line of the log\n');
    const ends = read('ends');
    if (ends !== null) process.exit(Number(ends));
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    });
    server.listen(0, '127.0.0.1', () => {
      writeFileSync(file('running.json'), JSON.stringify({ pid: process.pid, port: server.address().port }));
      say(read('ready.json') ?? JSON.stringify({ ready: true, port: Number(setting('PORT')) }));
    });
  },
  port: () => say(`127.0.0.1:${JSON.parse(read('running.json')).port}\n[::1]:1`),
  inspect: () => {
    const running = read('running.json');
    const state = { Running: running !== null, Pid: 0, ExitCode: Number(read('ends') ?? 0), OOMKilled: false };
    say(JSON.stringify({ ...state, ...JSON.parse(read('state.json') ?? '{}') }));
  },
  stop: () => end('SIGTERM'),
  rm: () => {
    end('SIGKILL');
    if (!existsSync(file('made.json')) && read('abandoned') === null) fail('Error: No such container: x');
    rmSync(file('made.json'), { force: true });
  },
  ps: () => say(read('abandoned') ?? ''),
  system: () => {
    process.stdin.once('data', (asked) => {
      writeFileSync(file('asked-engine'), String(asked));
      process.stdout.write('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n');
      const lines = [1, 2, 3].map((count) => {
        const cpu_usage = { total_usage: count * 25e6 };
        const read = new Date(1_700_000_000_000 + count * 100).toISOString();
        const memory_stats = { usage: 5000, stats: { inactive_file: 1000 } };
        return JSON.stringify({ read, cpu_stats: { cpu_usage }, memory_stats });
      });
      say(lines.join('\n'));
    });
    process.stdin.once('end', () => process.exit(0));
  },
};

function end(signal) {
  const running = read('running.json');
  if (running === null) return;
  rmSync(file('running.json'));
  try {
    process.kill(JSON.parse(running).pid, signal);
  } catch {
    // It has ended.
  }
}

const away = read('away');
if (away !== null && words[0] !== 'context') fail(away);
commands[words[0]]();
