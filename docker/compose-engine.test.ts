import { EXIT } from '../system/errors.ts';
import { setEnvironment } from '../system/testing/environment.ts';
import { findComposeEngine } from './compose-engine.ts';

type Answers = Record<string, string | number>;

/** A simulated machine: commands with these beginnings print a text or exit with a code; others are missing. */
const machine = (answers: Answers) => async (argv: string[]) => {
  const command = argv.join(' ');
  const known = Object.entries(answers).find(([start]) => command.startsWith(start));
  if (known === undefined) return { code: null, timedOut: false, text: '' };
  return typeof known[1] === 'number'
    ? { code: known[1], timedOut: false, text: 'a line\nit did not answer' }
    : { code: 0, timedOut: false, text: known[1] };
};

const ENGINE = { 'docker version': '29.1.0\n', 'docker context': 'unix:///run/docker.sock\n' };

beforeEach(() => setEnvironment({ DOCKER_BUILDKIT: undefined, DOCKER_HOST: undefined }));

const refusal = (answers: Answers): Promise<unknown> => findComposeEngine(machine(answers)).catch((error) => error);

test("the engine's own compose is taken first, the program of its own where that is all there is", async () => {
  const both = { ...ENGINE, 'docker buildx': 'v0.30', 'docker compose': '2.40.0\n', 'docker-compose': '1.29.2' };
  expect(await findComposeEngine(machine(both))).toEqual({
    compose: ['docker', 'compose'],
    env: {},
    about: 'Docker 29.1.0, docker compose 2.40.0',
  });
  const old = await findComposeEngine(machine({ ...both, 'docker compose': 125 }));
  expect(old).toMatchObject({ compose: ['docker-compose'], about: 'Docker 29.1.0, docker-compose 1.29.2' });
});

test('images are built without BuildKit where it is not there, unless somebody has said otherwise', async () => {
  const without = { ...ENGINE, 'docker buildx': 1, 'docker compose': '2.40.0' };
  expect((await findComposeEngine(machine(without))).env).toEqual({ DOCKER_BUILDKIT: '0' });
  setEnvironment({ DOCKER_BUILDKIT: '1' });
  expect((await findComposeEngine(machine(without))).env).toEqual({});
});

test('what is missing is said in a sentence', async () => {
  const missing = (message: string) =>
    expect.objectContaining({ exitCode: EXIT.missing, message: expect.stringContaining(message) });
  expect(await refusal({})).toEqual(missing('there is no docker here'));
  expect(await refusal({ 'docker version': 1 })).toEqual(missing('no engine that answers: it did not answer'));
  expect(await refusal(ENGINE)).toEqual(missing('neither its plugin compose nor the program docker-compose'));
});

test('an engine on another machine is refused, since its ports cannot be reached from here', async () => {
  const elsewhere = { ...ENGINE, 'docker context': 'ssh://lab-1\n', 'docker compose': '2.40.0' };
  expect(await refusal(elsewhere)).toMatchObject({
    exitCode: EXIT.missing,
    message: expect.stringContaining('at ssh://lab-1'),
  });
});
