/** The Meteor app's server: on Meteor where there is a Meteor tool, else on the open DDP server. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installedVersion } from '../../kits/node/versions.ts';
import { bundleMain, meteorCommand } from './meteor-tool.ts';
import { runOnMeteor } from './on-meteor.ts';
import { runSubstitute } from './substitute-server.ts';

const main = bundleMain(fileURLToPath(new URL('.', import.meta.url)));

try {
  if (meteorCommand() === null) runSubstitute(`DDP 1 over SockJS ${installedVersion('sockjs', import.meta.url)}`);
  else if (existsSync(main)) runOnMeteor(main);
  else throw new Error('there is a Meteor tool, and the project was not built with it: build the app anew');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
