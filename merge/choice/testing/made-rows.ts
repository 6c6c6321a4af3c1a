/** Rows and findings for tests. */
import type { Measured } from '../../claims/types.ts';
import { type ChoiceRow, CRITERIA, type Criterion, type Findings } from '../types.ts';

/** A figure whose interval reaches from it by `factor` both ways. */
export const within = (value: number, factor: number): Measured => ({
  value,
  low: value / factor,
  high: value * factor,
});

export const makeChoiceRow = (
  label: string,
  figures: Partial<Record<Criterion, Measured>>,
  more: Partial<ChoiceRow> = {},
): ChoiceRow => ({
  ...{ framework: label, label, transport: 'websocket', setup: 'alike', ...more },
  figures: Object.fromEntries(CRITERIA.map(({ id }) => [id, figures[id] ?? null])) as ChoiceRow['figures'],
});

/** Findings of one measurement for each list of rows: first of console clients, then of browsers. */
export const makeFindings = (...all: ChoiceRow[][]): Findings => ({
  choice: {
    takes: [],
    missedNote: null,
    measurements: all.map((rows, index) => ({
      ...{ size: index === 0 ? 'full-console' : 'whole', swarm: index === 0 ? 'console' : 'browser' },
      ...{ clients: 60, rounds: 10, days: '2026-01-01', bytesNote: null, rows },
    })),
    tables: [],
  },
  ...{ recovery: [], unknown: [], notRun: [], studies: [], missing: [], machines: 'a machine' },
});
