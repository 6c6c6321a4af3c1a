import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { packSession } from '../../records/pack-session.ts';
import { RunStore } from '../../records/store.ts';
import { EXIT } from '../../system/errors.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { type Selection, selectMerges, selectRecords } from './runs-selected.ts';

let results: string;
let said: string[];
const say = (line: string): void => void said.push(line);

const DAYS: Record<string, string> = { newest: '07', newer: '06', older: '05' };

/** A session of `rounds` rounds of each of `frameworks`. */
async function keep(session: string, rounds: number, ...frameworks: string[]): Promise<void> {
  const records = frameworks.flatMap((framework, index) =>
    makeRuns(rounds, {
      ...{ session, seed: index + 1, latencyMs: 5 * (index + 1) },
      identity: { framework, frameworkLabel: framework, scenario: 'broadcast' },
    }).map((run) => ({ ...run, when: { ...run.when, startedAt: `2026-01-${DAYS[session]}T10:00:00.000Z` } })),
  );
  await new RunStore(results).addAll(records);
}

const select = (more: Partial<Selection> = {}) => selectMerges({ results, includeInvalid: false, ...more }, say);
const idsOf = ({ sessions }: Awaited<ReturnType<typeof select>>) => sessions.map(({ id }) => id);

beforeEach(async () => {
  said = [];
  results = temporaryFolder();
  await keep('older', 4, 'alpha', 'beta');
  await keep('newer', 3, 'alpha', 'beta');
  await keep('newest', 1, 'gamma');
});

describe('sessions', () => {
  test('the newest that has an answer is chosen, and a newer one without is named', async () => {
    const selected = await select();
    expect(idsOf(selected)).toEqual(['newer']);
    expect(selected.merges.map(({ runs }) => runs)).toEqual([3, 3]);
    expect(said).toEqual([
      expect.stringMatching(
        /^A newer session has no ranking: 7 Jan 2026, 10:00 UTC: .*\. \.\/outcry report --session newest shows it\.$/,
      ),
    ]);
  });

  test('the newest that has what is asked for', async () => {
    expect(idsOf(await select({ frameworks: ['gamma'] }))).toEqual(['newest']);
    expect(said).toEqual([]);
  });

  test('several are merged only where that is asked for', async () => {
    expect((await select({ session: ['newer', 'older'] })).merges.map(({ runs }) => runs)).toEqual([7, 7]);
    expect(idsOf(await select({ session: ['all'] }))).toEqual(['newest', 'newer', 'older']);
  });
});

test.each<[string, Partial<Selection>, string]>([
  ['a session', { session: ['newset'] }, '; did you mean newest or newer?'],
  ['a framework', { frameworks: ['alpa'] }, 'no framework "alpa"; there is: alpha, beta, gamma; did you mean alpha?'],
  [
    'one of several',
    { frameworks: ['alpha', 'bet'] },
    'no framework "bet"; there is: alpha, beta, gamma; did you mean beta?',
  ],
  [
    'a framework of another session',
    { session: ['newer'], frameworks: ['gamma'] },
    'no framework "gamma"; there is: alpha, beta (session newer)',
  ],
  ['a transport', { transports: ['ws'] }, 'no transport "ws"; there is: websocket'],
  ['a scenario', { scenario: 'broadcats' }, 'no scenario "broadcats"; there is: broadcast; did you mean broadcast?'],
])('%s that there is not is said with those there are', async (_, more, message) => {
  const records = () => selectRecords({ results, includeInvalid: false, ...more }, say);
  for (const act of [() => select(more), records]) {
    const error = await act().catch((thrown) => thrown);
    expect(error.message).toContain(message);
    expect(error.exitCode).toBe(EXIT.usage);
  }
});

describe('what cannot be read', () => {
  const filesOf = (session: string): string[] => readdirSync(join(results, session)).sort();

  test('is said with file and reason, of the session that is shown and of others', async () => {
    const [first] = filesOf('newer');
    const [other] = filesOf('older');
    writeFileSync(join(results, 'newer', first!), '{"schema": "outcry');
    truncateSync(join(results, 'older', other!), 0);
    const { unreadable } = await select({ session: ['newer'] });
    expect(unreadable.map(({ file }) => file)).toEqual([`newer/${first}`]);
    const own = expect.stringMatching(
      /^1 record cannot be read: newer\/.*: the record is not JSON: .*\. The answer is without it\.$/,
    );
    expect(said).toEqual([own]);
    said = [];
    await selectRecords({ results, includeInvalid: false }, say);
    expect(said).toEqual([
      expect.stringMatching(/^2 records cannot be read: newer\/.*older\/.*: the record is empty\. The answer/),
    ]);
  });

  test('a newest session that is cut short is not passed over in silence', async () => {
    const { path } = await packSession(results, 'newest');
    truncateSync(path, 100);
    expect(idsOf(await select())).toEqual(['newer']);
    expect(said).toEqual([
      expect.stringMatching(/^1 file of other sessions cannot be read: newest\/records\.json\.gz: .* is not whole/),
    ]);
    await expect(select({ session: ['newest'] })).rejects.toThrow(
      /^no record of session "newest" in .* can be read: newest\/records\.json\.gz: .* is not whole/,
    );
  });
});
