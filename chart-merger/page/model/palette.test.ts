import { mergeRuns } from '../../../merge/index.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import { stylesOf } from './palette.ts';

const transports = ['websocket', 'sse', 'long-polling'] as const;
const frameworks = Array.from({ length: 14 }, (_, index) => `framework-${index}`);
const merges = mergeRuns(
  frameworks.flatMap((framework) =>
    transports.flatMap((transport) => makeRuns(1, { identity: { framework, frameworkLabel: framework, transport } })),
  ),
);

describe.each([false, true])('dark: %s', (dark) => {
  const styles = stylesOf(merges, frameworks, dark);

  test('neither colours nor markers repeat among 42 rows', () => {
    expect(new Set(styles.map(({ colour }) => colour)).size).toBe(merges.length);
    expect(new Set(styles.map(({ marker }) => marker)).size).toBe(merges.length);
  });

  test('a framework keeps its colour when it has other neighbours', () => {
    const last = merges.findIndex(({ combination }) => combination.framework === frameworks[5]);
    expect(stylesOf([merges[last]!], frameworks, dark)[0]).toEqual(styles[last]);
  });
});
