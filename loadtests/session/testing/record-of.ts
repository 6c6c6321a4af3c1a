/** For tests: the record of a run without fault that something was done to, and its flags. */
import { Ajv } from 'ajv';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { runRecordSchema } from '../../../protocol/run-record-schema.ts';
import type { RunContext } from '../measure/run-context.ts';
import { makeRecord } from '../record/make-record.ts';
import { faultlessRun } from './faultless-run.ts';

const matches = new Ajv({ allErrors: true, validateFormats: false }).compile(runRecordSchema);

/** The record of a faultless run that `change` has changed; its schema is checked in passing. */
export function recordOf(change: (run: RunContext) => void = () => {}): RunRecord {
  const run = faultlessRun();
  change(run);
  const record = JSON.parse(JSON.stringify(makeRecord(run))) as RunRecord;
  expect(matches(record) || matches.errors).toBe(true);
  return record;
}

export const codes = ({ validity }: RunRecord): string[] => validity.map(({ code }) => code);
