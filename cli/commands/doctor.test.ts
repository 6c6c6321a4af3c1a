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
