/** Reads kept run records as records of today. Pure; the files stay as they are. */
import { type FormerRecord, withConditions } from './known-conditions.ts';
import type { RunRecord } from './run-record.ts';

/** A record as it is kept. */
export type KeptRecord = FormerRecord;

/** `record` as one of today: itself when it is one. */
export const upgrade = (record: KeptRecord): RunRecord => withConditions(record);
