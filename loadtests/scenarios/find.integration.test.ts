import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { asKept } from './elsewhere.ts';
import { findScenarios, rolesIn, SCENARIOS_DIR, scenarioAbouts, scenarioFolders, scenarioNamed } from './find.ts';
import { profilesOf } from './profiles.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const GOOD = {
  'scenario.ts': `export default {
    name: 'toy', about: 'plays', params: { toys: { type: 'whole', default: 3, least: 1, about: 'how many' } },
    needs: ['sink'], swarms: ['console'],
    metrics: { played: { kind: 'count', unit: 'toys', label: 'played', about: 'Toys that were played with.' } },
    plannedSeconds: () => 1, warmUp: () => null, counted: { received: ['sink'], sent: [] }, expected: () => ({}), checks: [],
  };`,
  'client.ts': 'export default () => () => ({ start() {} });',
  'charts.ts': `export default {
    compare: { metric: 'played', better: 'more', words: { better: 'more', worse: 'less' } },
    columns: [{ metric: 'played', figure: 'total' }, { metric: 'serverCpu', figure: 'typical' }],
    graphs: [{ id: 'played', type: 'series', title: 'Played', metrics: ['played'] }],
  };`,
};

/** Writes the toy scenario with some of its files changed: another text, a replacement in it, or null for none. */
function toy(changes: Partial<Record<keyof typeof GOOD, [from: string, to: string] | null>> = {}, name = 'toy'): void {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(GOOD) as [keyof typeof GOOD, string][]) {
    const change = changes[file];
    if (change === null) continue;
    if (change) expect(text).toContain(change[0]);
    writeFileSync(join(folder, name, file), change ? text.replace(...change) : text);
  }
}

describe('scenarios are found', () => {
  test('in this folder: each is whole, and none is registered', async () => {
    const found = await findScenarios([SCENARIOS_DIR]);
    const names = found.map(({ scenario }) => scenario.name);
    expect(names).toEqual([...names].sort());
    expect(names.length).toBeGreaterThanOrEqual(5);
    expect(scenarioAbouts(found).every(({ charts }) => charts.columns.length > 0)).toBe(true);
  });

  test('in any folder that is named, a new one by being there', async () => {
    toy();
    const found = await findScenarios([SCENARIOS_DIR, folder]);
    expect(scenarioNamed(found, 'toy')).toMatchObject({ dir: join(folder, 'toy'), scenario: { about: 'plays' } });
    expect(() => scenarioNamed(found, 'tin')).toThrow(/no scenario "tin"; there is: .*toy/);
  });

  test('and standard metrics have their roles by their names, where the charts give them to no other', async () => {
    const found = await findScenarios([SCENARIOS_DIR]);
    expect(rolesIn(found, 'broadcast')).toMatchObject({ latency: 'fromSent', delivered: 'receivedByClients' });
    expect(rolesIn(found, 'request-response')).toEqual({ latency: 'response', delivered: 'receivedByClients' });
  });

  test('and pages know how their parameters are called', async () => {
    toy({ 'scenario.ts': ["about: 'how many'", "about: 'how many', label: { text: '{} toys' }"] });
    expect(scenarioAbouts(await findScenarios([folder]))).toMatchObject([{ params: { toys: { text: '{} toys' } } }]);
  });

  test('and folders that are none are passed over', async () => {
    toy();
    mkdirSync(join(folder, 'shared'));
    writeFileSync(join(folder, 'notes.txt'), '');
    expect(await findScenarios([folder])).toHaveLength(1);
  });

  test('in the folders that the environment names, besides this one', () => {
    toy();
    const more = join(folder, 'more');
    mkdirSync(more);
    process.env.OUTCRY_SCENARIOS = [folder, more].join(delimiter);
    const [own, one, two, ...none] = scenarioFolders();
    delete process.env.OUTCRY_SCENARIOS;
    expect([own, none]).toEqual([SCENARIOS_DIR, []]);
    expect([asKept(one!), asKept(two!)]).toEqual([folder, more]);
    expect(readFileSync(join(one!, 'toy', 'client.ts'), 'utf8')).toBe(GOOD['client.ts']);
    expect(existsSync(join(one!, 'scenario.ts'))).toBe(true);
    expect(scenarioFolders()).toEqual([SCENARIOS_DIR]);
  });

  test('and copies of such folders are removed once no process has used them for a day', () => {
    const copies = join(ROOT, '.outcry', 'scenarios');
    const [old, used] = [25, 23].map((hours) => {
      const copy = join(copies, `test-${randomUUID()}`);
      mkdirSync(copy, { recursive: true });
      const at = new Date(Date.now() - hours * 3_600_000);
      utimesSync(copy, at, at);
      return copy;
    });
    toy();
    process.env.OUTCRY_SCENARIOS = folder;
    const [, made] = scenarioFolders();
    delete process.env.OUTCRY_SCENARIOS;
    expect([old!, used!, made!].map((copy) => existsSync(copy))).toEqual([false, true, true]);
    rmSync(used!, { recursive: true });
  });

  test('only once: two of one name are an error', async () => {
    toy();
    mkdirSync(join(folder, 'more'));
    cpSync(join(folder, 'toy'), join(folder, 'more', 'toy'), { recursive: true });
    await expect(findScenarios([folder, join(folder, 'more')])).rejects.toThrow(/two scenarios are called "toy"/);
  });
});

test('exactly one profile applies where none is named, and profiles have names of their own', async () => {
  const profiles = profilesOf(await findScenarios([SCENARIOS_DIR]));
  expect(profiles.filter(({ usual }) => usual)).toHaveLength(1);
  expect(profiles[0]!.usual).toBe(true);
  expect(new Set(profiles.map(({ name }) => name)).size).toBe(profiles.length);
});

describe('a broken scenario is an error that names file and field:', () => {
  const CHANGES: [
    'scenario.ts' | 'charts.ts',
    [what: string, change: [from: string, to: string], message: RegExp][],
  ][] = [
    [
      'scenario.ts',
      [
        ['a name that is not the folder’s', ["'toy'", "'tin'"], /toy\/scenario\.ts: name: is "tin"/],
        ['no sentence', ["'plays'", "''"], /scenario\.ts: about: expected a sentence/],
        ['a parameter of no type', ["'whole'", "'integer'"], /params\.toys\.type: expected one of whole/],
        ['a default that cannot be', ['default: 3', 'default: 0'], /params\.toys\.default: .* from 1/],
        [
          'a parameter that is called by a function',
          ["about: 'how many'", "about: 'how many', label: (toys) => toys"],
          /params\.toys\.label: expected how a value is called, such as/,
        ],
        [
          'a value that is called by a function',
          ["about: 'how many'", "about: 'how many', label: { text: '{}', except: { '3': () => 'few' } }"],
          /params\.toys\.label: expected how a value is called, such as/,
        ],
        ['a parameter’s name', ['toys:', "'to-ys':"], /params\.to-ys: a name is letters/],
        ['a verb that is none', ["needs: ['sink']", "needs: ['sing']"], /needs: "sing" is none of echo/],
        ['a swarm that is none', ["'console'", "'cloud'"], /swarms: "cloud" is none of/],
        ['a metric of no kind', ["'count'", "'counter'"], /metrics\.played\.kind: expected one of/],
        ['a metric’s name', ['played:', 'Played:'], /metrics\.Played: a name is letters/],
        [
          'another meaning of a standard metric',
          ['played:', 'fromSent:'],
          /metrics\.fromSent: is a standard metric, a trend in ms/,
        ],
        ['a metric that every run has', ['played:', 'serverCpu:'], /is measured in every run/],
        [
          'a derived metric that follows from nothing',
          ['metrics: {', "derived: { half: { kind: 'gauge', unit: 'x', label: 'x', about: 'X.' } }, metrics: {"],
          /derived\.half\.from: expected a function/,
        ],
        [
          'a profile of no swarm',
          ['params:', "profiles: [{ name: 'x', about: 'y' }], params:"],
          /profiles\.0\.swarm: expected/,
        ],
        ['no function', ['warmUp: () => null', 'warmUp: 3'], /warmUp: expected a function/],
        ['no object', ['export default {', 'export default 3; ({'], /scenario\.ts: /],
        ['no checks', [', checks: []', ''], /scenario\.ts: checks: expected a list/],
        [
          'a check with a flag of its own that it does not declare',
          ['checks: []', "checks: [{ flag: 'toys-lost' }]"],
          /checks\.0\.flag: "toys-lost" is neither a standard flag nor one of flags/,
        ],
        [
          'a check that compares nothing',
          ['checks: []', "checks: [{ flag: 'duplicates', holds: ['played'], says: 'x' }]"],
          /checks\.0\.holds: expected two counts and = or >= between them/,
        ],
        [
          'a check that says nothing',
          ['checks: []', "checks: [{ flag: 'duplicates', holds: ['played', '=', 0] }]"],
          /checks\.0\.says: expected a sentence/,
        ],
        [
          'a check of a count that no run has',
          ['checks: []', "checks: [{ flag: 'duplicates', holds: ['played.lost', '=', 0], says: 'x' }]"],
          /checks\.0\.holds: no run of the scenario has a count "played\.lost"/,
        ],
        [
          'a sentence with a count that no run has',
          ['checks: []', "checks: [{ flag: 'duplicates', holds: ['played', '=', 0], says: '{toys} {tin}' }]"],
          /checks\.0\.says: no run of the scenario has a count "tin"/,
        ],
      ],
    ],
    [
      'charts.ts',
      [
        ['nothing exported', ['export default', 'const charts ='], /charts\.ts: has no default export/],
        ['charts that throw', ['export default', 'throw new Error("oh"); export default'], /charts\.ts: .*oh/],
        [
          'rows that are ranked by no metric otherwise',
          ["better: 'more', words", "otherwise: ['player'], better: 'more', words"],
          /charts\.ts: compare\.otherwise\.0: no run of toy has a metric "player"/,
        ],
        [
          'a role that nobody asks for',
          ['columns:', "roles: { toy: 'played' }, columns:"],
          /roles\.toy: is no role; there is: latency,/,
        ],
        [
          'a role of another kind',
          ['columns:', "roles: { latency: 'played' }, columns:"],
          /charts\.ts: roles\.latency: expected a trend in ms/,
        ],
        ['a chart of no metric', ["'serverCpu'", "'serverCpus'"], /charts\.ts: columns\.1\.metric: no run/],
      ],
    ],
  ];

  describe.each(CHANGES)('%s:', (file, rows) => {
    test.each(rows)('%s', async (_, change, message) => {
      toy({ [file]: change });
      await expect(findScenarios([folder])).rejects.toThrow(message);
    });
  });

  test('no client', async () => {
    toy({ 'client.ts': null });
    await expect(findScenarios([folder])).rejects.toThrow(/toy\/client\.ts: is missing/);
  });

  test('a backend whose feed it does not need', async () => {
    toy();
    writeFileSync(join(folder, 'toy', 'backend.ts'), 'export default () => ({ start() {} });');
    await expect(findScenarios([folder])).rejects.toThrow(/toy\/scenario\.ts: needs: .* backend\.ts needs "feed"/);
  });

  test('a folder that is not there', async () => {
    await expect(findScenarios([join(folder, 'nowhere')])).rejects.toThrow(/there is no folder .*nowhere/);
  });
});
