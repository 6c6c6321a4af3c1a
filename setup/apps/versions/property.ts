/** A version that stands in an XML file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { App } from '../manifest/manifest.ts';
import { nameOf } from './app-versions.ts';

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sets an element of an XML file, as Maven's and MSBuild's properties are. @throws OutcryError (wrong use) when it is not there once */
export function setProperty(app: App, { file, name }: { file: string; name: string }): void {
  const path = join(app.dir, file);
  const refuse = (what: string) =>
    new OutcryError(
      `${nameOf(app)}: app.json names the property <${name}> of ${file} under "versions", ${what}`,
      EXIT.usage,
    );
  if (!existsSync(path)) throw refuse('and there is no such file');
  const text = readFileSync(path, 'utf8');
  const element = new RegExp(`(<${literally(name)}>)[^<]*(</${literally(name)}>)`, 'g');
  const times = text.match(element)?.length ?? 0;
  if (times !== 1) throw refuse(`which is there ${times} times and has to be there once`);
  writeFileSync(path, text.replace(element, `$1${app.version}$2`));
}
