/** A campaign: trials one after the other, or a few at once. */
import { monotonicMs } from '../../system/monotonic.ts';
import type { CampaignLog } from './campaign-log.ts';
import { planCampaign, type Trial } from './campaign-plan.ts';
import type { Fault, Scene } from './fault.ts';
import { SCENES } from './fault.ts';
import { type Row, summarize } from './fault-table.ts';
import { findFaults } from './find-faults.ts';
import { type Outcome, runTrial } from './trial.ts';
import { findLanes } from './usable-transports.ts';

export interface CampaignOptions {
  /** How many. */
  faults: number;
  seed: number;
  /** Sessions at once. */
  parallel: number;
  /** With sessions of a browser swarm. */
  browser: boolean;
  /** Only the trial of this number; null: all of them. */
  only: number | null;
  /** What was done before, and gets what is done. */
  log: CampaignLog;
  /** When, where and with what: a sentence. */
  where: string;
  /** Aborted: no further trial begins. */
  signal: AbortSignal;
}

export interface Campaign {
  rows: Row[];
  outcomes: Outcome[];
}

/** @param report gets each outcome as it comes @throws OutcryError when the log is of another campaign */
export async function runCampaign(options: CampaignOptions, report: (outcome: Outcome) => void): Promise<Campaign> {
  const faults = await findFaults();
  const possible = faults.filter((fault) => (fault.missing?.() ?? null) === null);
  const scenes = SCENES.filter((scene: Scene) => options.browser || scene !== 'browser');
  const lanes = await findLanes(options.browser, possible);
  const trials = planCampaign(options, possible, lanes, scenes);
  const outcomes: Outcome[] = options.log.of(trials);
  const done = new Set(outcomes.map(({ trial }) => trial.number));
  const queue = trials.filter(({ number }) => !done.has(number) && (options.only === null || number === options.only));
  const work = async (): Promise<void> => {
    for (let trial = queue.shift(); trial !== undefined && !options.signal.aborted; trial = queue.shift()) {
      const begun = monotonicMs();
      const outcome = await runTrial(trial, faultOf(possible, trial));
      const seconds = Math.round((monotonicMs() - begun) / 1000);
      outcomes.push(outcome);
      options.log.add({ outcome, seconds, where: options.where });
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, work));
  outcomes.sort((a, b) => a.trial.number - b.trial.number);
  return { rows: summarize(faults, outcomes, lanes), outcomes };
}

const faultOf = (faults: readonly Fault[], trial: Trial): Fault => faults.find(({ name }) => name === trial.fault)!;
