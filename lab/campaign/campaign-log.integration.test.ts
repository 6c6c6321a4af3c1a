import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { CampaignLog } from './campaign-log.ts';
import type { Trial } from './campaign-plan.ts';
import type { Outcome } from './trial.ts';

const trial = (number: number, fault = 'server killed'): Trial => ({
  number,
  fault,
  scene: 'plain',
  framework: 'alpha',
  transport: 'websocket',
  warm: false,
  seed: number,
  moment: { after: 'begun', run: 1, ms: 20 },
});
const outcome = (of: Trial): Outcome => ({
  trial: of,
  hit: 'process 7',
  end: 0,
  told: null,
  findings: [],
  resumed: false,
  problems: [],
});

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'campaign.jsonl');
});

describe('the log of a campaign', () => {
  test('gives what was done before to the one that goes on', () => {
    const first = new CampaignLog(file);
    expect(first.of([trial(1), trial(2)])).toEqual([]);
    first.add({ outcome: outcome(trial(1)), seconds: 7, where: 'here' });
    const next = new CampaignLog(file);
    expect(next.of([trial(1), trial(2)])).toEqual([outcome(trial(1))]);
    next.add({ outcome: outcome(trial(2)), seconds: 5, where: 'there' });
    expect([next.seconds, next.wheres]).toEqual([12, ['here', 'there']]);
  });

  test('of another campaign is refused', () => {
    new CampaignLog(file).add({ outcome: outcome(trial(1)), seconds: 7, where: 'here' });
    expect(() => new CampaignLog(file).of([trial(1, 'worker killed')])).toThrow(/is of another campaign: its fault 1/);
    expect(() => new CampaignLog(file).of([])).toThrow(/another campaign/);
  });
});
