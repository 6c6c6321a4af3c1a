import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRecord } from '../../../loadtests/session/record/make-record.ts';
import { faultlessRun } from '../../../loadtests/session/testing/faultless-run.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { readLedger } from './ledger.ts';

let results: string;
beforeEach(() => {
  results = temporaryFolder();
  mkdirSync(join(results, 'one'));
});

const write = (name: string, text: string): void => writeFileSync(join(results, 'one', name), text);

test('a record that a run makes is whole', () => {
  const record = makeRecord(faultlessRun());
  write(`${record.id}.json`, JSON.stringify(record));
  const { problems, records, hashes } = readLedger(results);
  expect(problems).toEqual([]);
  expect(records.get(record.id)).toEqual(record);
  expect([...hashes.keys()]).toEqual([`one/${record.id}.json`]);
});

test('half a record, what breaks the schema, a wrong name and what was left behind are problems', () => {
  const record = makeRecord(faultlessRun());
  write('half.json', '{"schema":"outcry/run@3",');
  write('wrong.json', '{"schema":"outcry/run@3"}');
  write('named.json', JSON.stringify(record));
  write('.12-ab.tmp', '');
  write('.session.json', '{"id":"one","finished":true}');
  const { problems, sessions } = readLedger(results);
  expect(problems.sort()).toEqual([
    'one/.12-ab.tmp was left behind',
    expect.stringMatching(/^one\/half\.json is not whole: .*JSON/),
    `one/named.json has the id ${record.id}`,
    'one/wrong.json is not whole: id: is missing',
  ]);
  expect(sessions).toEqual([{ id: 'one', finished: true }]);
});

test('a folder that is not there holds nothing', () => {
  expect(readLedger(join(results, 'none'))).toMatchObject({ problems: [], sessions: [] });
});
