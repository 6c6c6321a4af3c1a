import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { writeLog } from './run-log.ts';
import { sampleRecord } from './testing/sample-record.ts';

test('a log is never overwritten: one that an earlier run left is said to be in the way', async () => {
  const folder = temporaryFolder();
  const record = sampleRecord();
  await writeLog(folder, record, [{ line: 'run' }]);
  await expect(writeLog(folder, record, [{ line: 'another' }])).rejects.toMatchObject({
    code: 'EEXIST',
    message: expect.stringContaining('left by a run whose record is gone; move it away'),
  });
  expect(readdirSync(join(folder, record.session.id))).toHaveLength(1);
});
