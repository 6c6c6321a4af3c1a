import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { doctorTable } from '../../setup/doctor/doctor.ts';
import { doctorText } from './doctor.ts';

test('what doctor shows fits 80 columns, on this machine and on one that has nothing', async () => {
  const here = await doctorTable(readApps());
  const bare = here.map((row) => ({
    ...row,
    state: 'missing' as const,
    howToGet:
      row.howToGet ||
      'apt-get install everything-there-is (Debian), or https://example.org/a/rather/long/address/to/type',
  }));
  for (const rows of [here, bare]) {
    const lines = doctorText(rows, 80).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    for (const { label } of rows) expect(lines.join(' ')).toContain(label.split(' ')[0]);
  }
});

test('first says how many frameworks can run, and which cannot', () => {
  const row = { label: '', version: null, path: null, neededFor: '', howToGet: '' };
  const app = (id: string, state: 'ok' | 'missing') => ({ ...row, id: `app:${id}`, state });
  const tool = { ...row, id: 'tool', state: 'missing' as const };
  const first = (...rows: Parameters<typeof doctorText>[0]) => doctorText(rows, 200).split('\n')[0];
  expect(first(app('one', 'ok'), app('two', 'ok'))).toBe('2 of 2 frameworks can run here.');
  expect(first(app('one', 'ok'), app('two', 'missing'), tool)).toBe(
    '1 of 2 frameworks can run here. Not: two. 1 row below is not ok; each says what needs it.',
  );
});
