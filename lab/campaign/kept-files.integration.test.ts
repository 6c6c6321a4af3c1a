import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRecord } from '../../loadtests/session/record/make-record.ts';
import { faultlessRun } from '../../loadtests/session/testing/faultless-run.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { changedRecords, keptFiles } from './kept-files.ts';

let results: string;

beforeEach(() => {
  results = temporaryFolder();
  mkdirSync(join(results, 'one'));
});

const write = (name: string, text: string): void => writeFileSync(join(results, 'one', name), text);

test('a record that a run makes is whole', () => {
  const record = makeRecord(faultlessRun());
  write(`${record.id}.json`, JSON.stringify(record));
  const { problems, records, hashes } = keptFiles(results);
  expect(problems).toEqual([]);
  expect(records.get(record.id)).toEqual(record);
  expect([...hashes.keys()]).toEqual([`one/${record.id}.json`]);
});

test('half a record, what breaks the schema and what was left behind are told', () => {
  write('half.json', '{"schema":"outcry/run@2",');
  write('wrong.json', '{"schema":"outcry/run@2"}');
  write('.12-ab.tmp', '');
  write('.session.json', '{"id":"one","finished":true}');
  const { problems, sessions } = keptFiles(results);
  expect(problems.sort()).toEqual([
    'one/.12-ab.tmp was left behind',
    'one/half.json is not whole: its 25 characters are no JSON',
    expect.stringMatching(/^one\/wrong\.json breaks the schema at the top: must have required property/),
  ]);
  expect(sessions).toEqual([{ id: 'one', finished: true }]);
});

test('a folder that is not there holds nothing', () => {
  expect(keptFiles(join(results, 'none'))).toMatchObject({ problems: [], sessions: [] });
});

test('a record that is gone or another one is told', () => {
  const kept = (hashes: [string, string][]) => ({
    records: new Map(),
    hashes: new Map(hashes),
    sessions: [],
    problems: [],
  });
  const before = kept([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
  ]);
  expect(
    changedRecords(
      before,
      kept([
        ['a', '1'],
        ['b', '9'],
      ]),
    ),
  ).toEqual(['b was finished, and is another now', 'c was finished, and is gone now']);
});
