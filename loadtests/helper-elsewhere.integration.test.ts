import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMachines } from '../system/elsewhere/machine-spec.ts';
import { RemoteMachine } from '../system/elsewhere/remote-machine.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { HelperElsewhere } from './helper-elsewhere.ts';

const SCRIPT = `process.on('message', ({ say }) => say && process.send(say));
process.on('disconnect', () => process.exit(0));`;

let machine: RemoteMachine;
beforeEach(async () => {
  machine = await RemoteMachine.open(readMachines('exec:sh')[0]!);
});
afterEach(() => machine.close());

test('a helper that does not answer is ended, and asked nothing more', async () => {
  const script = join(temporaryFolder(), 'helper.ts');
  writeFileSync(script, SCRIPT);
  const helper = await HelperElsewhere.start(script, 'helper-of-a-test', machine, [], 5_000);
  expect(await helper.ask({ say: 'yes' })).toBe('yes');
  expect(helper.end).toBe('');
  expect(await helper.ask({})).toBeNull();
  expect(helper.end).toBe(' (it did not answer within 5 s)');
  expect(await helper.ask({ say: 'yes' })).toBeNull();
  await helper.stop();
});
