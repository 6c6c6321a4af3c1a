/** `npm run message-bytes`: writes the table of what one message takes on the wire. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';
import { type MessageBytes, measureApp } from './measure.ts';
import { BYTES_PAGE, withMessageBytes } from './table.ts';

const rows: MessageBytes[] = [];
for (const app of await makeReady(readApps(), true, (line) => console.error(line))) {
  console.error(app.label);
  rows.push(...(await measureApp(app)));
}
const file = join(ROOT, BYTES_PAGE);
writeFileSync(file, withMessageBytes(readFileSync(file, 'utf8'), rows));
console.error(`written: ${BYTES_PAGE}`);
