import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../../system/errors.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { networkNamed, networkProfiles, parseProfile } from './network-files.ts';

const folder = temporaryFolder();

const GOOD = { roundTripMs: 40, jitterMs: 10, downKbit: 4000, upKbit: 800 };
const parse = (change: object, file = 'somewhere/dsl.json') =>
  parseProfile(JSON.stringify({ ...GOOD, ...change }), file);

test('local is no network at all', () => {
  expect(networkNamed('local')).toBeNull();
});

test('each network that comes with Outcry is found by its name, and says what it is', () => {
  const profiles = networkProfiles();
  expect(profiles.map(({ network }) => network.name)).toEqual(
    expect.arrayContaining(['4g', 'lan', 'loss-0.1', 'loss-1', 'loss-5']),
  );
  for (const { network, about } of profiles) {
    expect(networkNamed(network.name)).toEqual(network);
    expect(about).not.toBe('');
  }
});

test('a file of the same form is one, called as the file is', () => {
  const file = join(folder, 'DSL.json');
  writeFileSync(file, JSON.stringify(GOOD));
  expect(networkNamed(file)).toEqual({ name: 'dsl', ...GOOD });
});

test('loss may be asked for to a thousandth of a percent', () => {
  expect(parse({ lossPercent: 0.003 }).network).toEqual({ name: 'dsl', ...GOOD, lossPercent: 0.003 });
  expect(parse({}).network).not.toHaveProperty('lossPercent');
});

test('the networks that lose packets differ from lan-100 in that alone', () => {
  const { name: _, ...lan } = networkNamed('lan-100')!;
  for (const percent of [0.1, 1, 5]) {
    const name = `loss-${percent}`;
    expect(networkNamed(name)).toEqual({ ...lan, name, lossPercent: percent });
  }
});

test('what is neither name nor file: says what there is', () => {
  const ask = () => networkNamed('carrier-pigeon');
  expect(ask).toThrow(
    /no network "carrier-pigeon"; there is: local, 4g, internet, lan-100, lan-wifi, lan, loss-0\.1, loss-1, loss-5, or the path of a file such as \{/,
  );
  expect(ask).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
  expect(() => networkNamed('../package')).toThrow(/no network/);
  expect(() => networkNamed(folder)).toThrow(/is a folder, not a file/);
});

test('a device or a pipe is not read: a device may have no end, and a pipe no writer', () => {
  const pipe = join(folder, 'pipe.json');
  execFileSync('mkfifo', [pipe]);
  const large = join(folder, 'large.json');
  writeFileSync(large, ' '.repeat(65_537));
  expect(() => networkNamed('/dev/null')).toThrow(/^\/dev\/null: is a device, not a file/);
  expect(() => networkNamed(pipe)).toThrow(/is a pipe, not a file/);
  expect(() => networkNamed(large)).toThrow(/larger than 64 KiB; not a network/);
});

describe('a broken file is an error that names file and field:', () => {
  test.each<[string, object, RegExp]>([
    ['a field that is missing', { upKbit: undefined }, /dsl\.json: upKbit: expected a multiple of 8 from 8 to/],
    ['text for a number', { roundTripMs: '40' }, /roundTripMs: expected a whole number from 0 to 10000/],
    ['a part of a millisecond', { jitterMs: 0.5 }, /jitterMs: expected a whole number/],
    ['what counts in bytes cannot carry', { downKbit: 9 }, /downKbit: expected a multiple of 8/],
    ['nothing carried', { downKbit: 0 }, /downKbit: expected a multiple of 8 from 8/],
    ['more jitter than round trip', { jitterMs: 41 }, /jitterMs: cannot be more than roundTripMs/],
    ['an unknown field', { loss: 1 }, /"loss" is no field/],
    ['a loss of nothing', { lossPercent: 0 }, /lossPercent: expected a multiple of 0\.001 from 0\.001 to 50/],
    ['a loss that is finer than the kernel counts', { lossPercent: 0.0015 }, /lossPercent: expected a multiple/],
    ['a sentence that is none', { about: 3 }, /about: expected a sentence/],
  ])('%s', (_, change, message) => {
    expect(() => parse(change)).toThrow(message);
  });

  test('no JSON, no object, and a name that means something else', () => {
    expect(() => parseProfile('{', 'x.json')).toThrow(/x\.json: not JSON/);
    expect(() => parseProfile('[]', 'x.json')).toThrow(/x\.json: not an object/);
    expect(() => parse({}, 'local.json')).toThrow(/"local" means that nothing is shaped/);
    expect(() => parse({}, 'a b.json')).toThrow(/the name of the file must be/);
  });
});
