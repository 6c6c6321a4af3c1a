import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../system/errors.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { readScenarios } from './routes/scenarios.ts';

describe('the scenarios that the web API is started with', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('are those in the file, and none where no file is named', async () => {
    const file = join(folder, 'scenarios.json');
    writeFileSync(file, '[{"name":"made-up"}]');
    expect(await readScenarios(file)).toEqual([{ name: 'made-up' }]);
    expect(await readScenarios(null)).toEqual([]);
  });

  test.each([
    ['is not there', null, /SCENARIOS_FILE: .*scenarios\.json cannot be read: ENOENT/],
    ['is broken', '[{', /SCENARIOS_FILE: .*scenarios\.json cannot be read/],
    ['holds something else', '{}', /SCENARIOS_FILE: .*scenarios\.json holds no list of scenarios/],
  ])('are refused with the file named when it %s', async (_, text, message) => {
    const file = join(folder, 'scenarios.json');
    if (text !== null) writeFileSync(file, text);
    const error = await readScenarios(file).catch((e) => e);
    expect(error.message).toMatch(message);
    expect(error.exitCode).toBe(EXIT.usage);
  });
});
