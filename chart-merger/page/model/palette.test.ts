import { TRANSPORTS } from '../../../metrics/transports.ts';
import { styleOf } from './palette.ts';

const DECLARED = { 'framework-0': 1, 'framework-1': 2 };
const transports = [...TRANSPORTS, 'carrier-pigeon'] as const;
const frameworks = Array.from({ length: 14 }, (_, index) => `framework-${index}`);
const rows = frameworks.flatMap((framework) => transports.map((transport) => ({ framework, transport })));

describe.each([false, true])('dark: %s', (dark) => {
  const styles = rows.map((row) => ({ ...row, ...styleOf(row, dark, DECLARED) }));
  const valuesOf = (wanted: Partial<Record<'framework' | 'transport', string>>, what: 'colour' | 'marker' | 'dash') =>
    new Set(
      styles
        .filter((style) => Object.entries(wanted).every(([name, value]) => style[name as 'framework'] === value))
        .map((style) => style[what]),
    );

  test('a framework has one colour over all transports, and no other framework has it', () => {
    for (const framework of frameworks) expect(valuesOf({ framework }, 'colour').size).toBe(1);
    expect(valuesOf({}, 'colour').size).toBe(frameworks.length);
  });

  test('a transport has one mark and one dash with all frameworks, and no other transport has the mark', () => {
    for (const transport of transports) {
      expect(valuesOf({ transport }, 'marker').size).toBe(1);
      expect(valuesOf({ transport }, 'dash').size).toBe(1);
    }
    expect(valuesOf({}, 'marker').size).toBe(transports.length);
  });
});

test('names in a series have hues all around', () => {
  const hueOf = (framework: string) =>
    Number(/^hsl\((\d+)/.exec(styleOf({ framework, transport: 'sse' }, false, {}).colour)![1]);
  for (const series of ['odd', 'framework', 'shout-v']) {
    const parts = Array.from({ length: 12 }, (_, index) => Math.floor(hueOf(`${series}-${index}`) / 45));
    expect(new Set(parts).size).toBeGreaterThanOrEqual(5);
  }
});

test('versions of one framework have colours of their own', () => {
  const colourOf = (version?: string) =>
    styleOf({ framework: 'framework-0', version, transport: 'sse' }, false, DECLARED).colour;
  const versions = [undefined, '4.0.2', '4.1.3', '4.2.0', '4.3.2', '4.8.4'];
  expect(new Set(versions.map(colourOf)).size).toBe(versions.length);
});

test('the name of an object’s own member is no declared colour', () => {
  expect(styleOf({ framework: 'constructor', transport: 'sse' }, false, DECLARED).colour).toMatch(/^hsl/);
});
