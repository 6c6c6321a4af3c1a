/** Each feature of the protocol as a conversation: `transcripts/` holds them, one file per feature. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Player } from '../testing/transcript.ts';
import { startTrialBroker } from '../testing/trial-broker.ts';
import type { Limits } from './limits.ts';

const FOLDER = join(import.meta.dirname, 'transcripts');
/** A first line `#! name=number ...` sets limits of the broker. */
const SETTINGS = /^#!(.*)$/m;

for (const file of readdirSync(FOLDER).sort()) {
  test(file.replace(/\.txt$/, '').replaceAll('-', ' '), async () => {
    const transcript = readFileSync(join(FOLDER, file), 'utf8');
    const limits: Partial<Limits> = {};
    for (const setting of SETTINGS.exec(transcript)?.[1]?.trim().split(' ') ?? []) {
      const [name, value] = setting.split('=');
      limits[name as keyof Limits] = Number(value);
    }
    const trial = await startTrialBroker(limits);
    try {
      await new Player(trial).play(transcript);
    } finally {
      await trial.stop();
    }
  });
}
