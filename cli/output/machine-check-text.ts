/** Checks of machines elsewhere, for people. Pure. */
import type { MachineCheck } from '../../loadtests/monitor/machine-check.ts';
import { grouped, significant } from '../../metrics/numbers.ts';
import { narrowTable } from './narrow-table.ts';
import { printable } from './print.ts';

/** Below this many open files a swarm of 5,000 connections in a few processes runs into the limit. */
const ENOUGH_FILES = 16_384;
/** Others that use more of a core than this change figures. */
const BUSY_PERCENT = 10;

const ms = (value: number | null): string => (value === null ? '?' : `${significant(value, 2)} ms`);

/** @param of follows the figure */
function busyText({ busy }: MachineCheck, of = ''): string {
  if (busy === null) return 'unknown';
  return busy.percent < BUSY_PERCENT ? 'quiet' : `${busy.percent.toFixed(0)}%${of}`;
}

/** What is wrong with a machine, or will be, each with what to do; none: nothing. */
export function machineAdvice(check: MachineCheck): string[] {
  const { problem, about, busy, workers } = check;
  if (problem !== null || about === null) return [problem ?? 'nothing is known of it'];
  const advice: string[] = [];
  if (workers !== null && workers > about.cores) {
    advice.push(
      `it has ${about.cores} cores for ${workers} workers; ask for fewer, or give a part of them to another machine`,
    );
  }
  if (about.openFiles !== null && about.openFiles < ENOUGH_FILES) {
    advice.push(
      `a process may open ${grouped(about.openFiles)} files there; raise "nofile" in /etc/security/limits.conf to ${grouped(ENOUGH_FILES)} for large swarms`,
    );
  }
  if (busy !== null && busy.percent >= BUSY_PERCENT) {
    const names = busy.programs.map(({ name }) => name).join(', ');
    advice.push(`others are busy there${names === '' ? '' : `: ${names}`}; stop them, or wait`);
  }
  return advice;
}

/** One line: what the machine is and has, and what is wrong with it. */
export function machineLine(check: MachineCheck): string {
  const { machine, about, roundTripMs, clockErrorMs } = check;
  if (about === null) return printable(machineAdvice(check)[0]!);
  const facts = [
    about.name,
    `${about.cores} cores`,
    `Node.js ${about.node}`,
    `round trip ${ms(roundTripMs)}`,
    `clock ±${ms(clockErrorMs)}`,
    `${about.openFiles === null ? 'unknown' : grouped(about.openFiles)} open files`,
    `others ${busyText(check, ' of a core')}`,
  ];
  return printable([`${machine}: ${facts.join(', ')}`, ...machineAdvice(check)].join('; '));
}

/** A row for each machine; one that is not `ok` says what to do. Lines fit `width`. */
export function machinesTable(checks: readonly MachineCheck[], width: number): string {
  return narrowTable(
    ['machine', 'state', 'Node.js', 'cores', 'round trip', 'clock', 'open files', 'others'],
    checks.map((check) => {
      const { machine, about, roundTripMs, clockErrorMs } = check;
      const advice = machineAdvice(check);
      const state = about === null || check.problem !== null ? 'missing' : advice.length > 0 ? 'low' : 'ok';
      const files = about?.openFiles ?? null;
      const known = about && [
        about.node,
        String(about.cores),
        ms(roundTripMs),
        `±${ms(clockErrorMs)}`,
        files === null ? 'unknown' : grouped(files),
        busyText(check),
      ];
      return {
        cells: [machine, state, ...(known ?? ['', '', '', '', '', ''])].map(printable),
        below: advice.length === 0 ? '' : printable(`what to do: ${advice.join('; ')}`),
      };
    }),
    width,
  );
}
