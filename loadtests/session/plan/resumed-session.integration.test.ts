import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { sessionFor } from './run-session.ts';
import { writeSessionFile } from './session-file.ts';

const results = temporaryFolder();

const asked = { results, live: false, wire: false, look: 0, headful: false, browser: 'firefox' as const };

test('a resumed session keeps its options, but for rounds and retries that are asked for', () => {
  const begun = sessionFor({ ...asked, session: 's1', scenario: 'echo', runs: 10, again: 2 }, results);
  writeSessionFile(results, begun);
  const resumed = (options: object) => sessionFor({ ...asked, resume: 's1', ...options }, results).options;
  expect(resumed({})).toEqual(begun.options);
  expect(resumed({ scenario: 'idle' })).toEqual(begun.options);
  expect(resumed({ runs: 3, again: 0 })).toEqual({ ...begun.options, runs: 3, again: 0 });
});
