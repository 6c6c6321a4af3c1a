import { join } from 'node:path';
import { setEnvironment } from '../../system/testing/environment.ts';
import { makeProgram } from '../../system/testing/program.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { findTool, forgetVersions, meets } from './find.ts';
import { ask } from './locate.ts';
import { TOOLS } from './tool-table.ts';

describe('a service that apps require', () => {
  const { id, label, variable, address } = TOOLS.find((tool) => tool.address !== undefined)!;

  beforeEach(() => setEnvironment({ PATH: undefined, [variable!]: undefined, [address!]: undefined }));

  test('has to be here', async () => {
    expect(await meets(id)).toMatchObject({ ok: false, why: expect.stringContaining(`${label} is not installed`) });
  });

  test('need not be where the address of one elsewhere is said', async () => {
    setEnvironment({ [address!]: 'service://elsewhere' });
    expect(await meets(id)).toEqual({ ok: true, why: `${label} where ${address} says`, tool: null });
  });
});

test('a program that is here but does not answer is not called missing', async () => {
  const { id, label, variable } = TOOLS.find((tool) => tool.variable !== undefined)!;
  const program = makeProgram(join(temporaryFolder(), 'silent'), 'exec sleep 600');
  setEnvironment({ [variable!]: program });
  const { ok, why } = await meets(id, 100);
  expect([ok, why]).toEqual([
    false,
    expect.stringMatching(`^${label}: ${program} is here, but did not say its version`),
  ]);
});

test('each program is asked for its version once, and again after an installation', async () => {
  const { id, variable } = TOOLS.find((tool) => tool.variable !== undefined)!;
  const program = makeProgram(
    join(temporaryFolder(), 'counts'),
    `echo >> "$0.asked"; echo "$(wc -l < "$0.asked").0.0"`,
  );
  setEnvironment({ [variable!]: program });
  const versions = await Promise.all([findTool(id), findTool(id)]);
  forgetVersions();
  versions.push(await findTool(id));
  expect(versions.map(({ version }) => version)).toEqual(['1.0.0', '1.0.0', '2.0.0']);
});

describe('a program without a part that is packed apart', () => {
  const { id, label } = TOOLS.find((tool) => tool.part !== undefined)!;
  let folder: string;
  /** Makes a program for the tool that says its version, and does `otherwise` when it is asked for the part. */
  const program = (place: string, otherwise: string): string =>
    makeProgram(
      join(folder, place, 'python3'),
      `[ "$1" = --version ] && { echo Python 3.12.1; exit 0; }\n${otherwise}`,
    );

  beforeEach(() => {
    folder = temporaryFolder();
    setEnvironment({ PATH: `${join(folder, 'one')}:${join(folder, 'two')}` });
  });

  test('is no use, and what to install is said', async () => {
    const path = program('one', 'exit 1');
    const { ok, why } = await meets(id);
    expect([ok, why]).toEqual([
      false,
      expect.stringMatching(`^${label}: ${path} is here, but has no module venv; apt-get install`),
    ]);
  });

  test('stands back behind one that has it', async () => {
    program('one', 'exit 1');
    const path = program('two', 'exit 0');
    expect(await meets(`${id}>=3.11`)).toMatchObject({ ok: true, tool: { path } });
  });

  test('is called too old where it is', async () => {
    program('one', 'exit 1');
    expect(await meets(`${id}>=3.13`)).toMatchObject({ ok: false, why: expect.stringContaining('3.12.1 is too old') });
  });
});

test('a limit need not be whole milliseconds, since how slow the machine is need not be a whole number', async () => {
  expect(await ask([process.execPath, '--version'], 20_000.5)).toMatchObject({ code: 0, timedOut: false });
});

describe('a toolchain that an app declares itself', () => {
  const own = {
    abacus: { label: 'Abacus', version: [process.execPath, '--version'], howToGet: 'apt-get install abacus' },
    lost: { label: 'Lost', version: ['no-such-program', '--version'], howToGet: 'ask for it' },
  };

  test.each([
    ['abacus', true, /^Abacus \d+/],
    ['abacus>=1', true, /^Abacus \d+/],
    ['abacus>=999', false, /^Abacus \S+ is too old, 999 or newer is needed; apt-get install abacus$/],
    ['lost', false, /^Lost is not installed; ask for it$/],
    ['toString', false, /^unknown toolchain "toString"; declare it in app\.json/],
  ])('%s', async (requirement, ok, why) => {
    expect(await meets(requirement, 20_000, own)).toMatchObject({ ok, why: expect.stringMatching(why) });
  });
});
