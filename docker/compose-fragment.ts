/**
 * `compose.yml` of an app: further services, and additions to the app's own service, in the format of a compose file. It reads
 * only the YAML that it needs to place the pieces, rejects the rest, and passes all values on unchanged.
 */
import { EXIT, OutcryError } from '../system/errors.ts';

export interface Fragment {
  /** Lines for the app's own service, with their indentation. */
  environment: string[];
  ports: string[];
  /** The other services with the comments before them, for `services:`; empty without any. */
  services: string;
  names: string[];
}

export const NO_FRAGMENT: Readonly<Fragment> = { environment: [], ports: [], services: '', names: [] };

/**
 * @param file its name in errors
 * @param appId the app whose own service is `app-<appId>`
 * @throws OutcryError that names file and line
 */
export function parseFragment(text: string, file: string, appId: string): Fragment {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
  const wrong = (index: number, why: string): OutcryError =>
    new OutcryError(`${file}, line ${index + 1}: ${why}`, EXIT.usage);
  if (start < 0 || lines[start] !== 'services:') throw wrong(Math.max(start, 0), 'expected "services:"');
  const fragment: Fragment = { environment: [], ports: [], services: '', names: [] };
  const others: string[] = [];
  /** Comments and empty lines that belong to the service after them. */
  let before: string[] = [];
  let service: string | null = null;
  let key: 'environment' | 'ports' | null = null;
  lines.slice(start + 1).forEach((line, offset) => {
    const index = start + 1 + offset;
    if (line.includes('\t')) throw wrong(index, 'a tab; indent with spaces');
    const name = /^ {2}([a-zA-Z0-9._-]+):$/.exec(line)?.[1];
    if (line === '' || /^ {2}#/.test(line)) before.push(line);
    else if (name !== undefined) {
      service = name;
      key = null;
      if (name !== `app-${appId}`) {
        others.push(...before.filter((one) => others.length > 0 || one !== ''), line);
        fragment.names.push(name);
      }
      before = [];
    } else if (!line.startsWith('    ') || service === null) {
      throw wrong(index, 'expected a service, indented by two spaces, or more of one');
    } else if (service !== `app-${appId}`) {
      others.push(...before, line);
      before = [];
    } else {
      const known = /^ {4}(environment|ports):$/.exec(line)?.[1] as 'environment' | 'ports' | undefined;
      if (known !== undefined) key = known;
      else if (key === 'environment' && /^ {6}[A-Z][A-Z0-9_]*: \S/.test(line)) fragment.environment.push(line);
      else if (key === 'ports' && /^ {6}- \S/.test(line)) fragment.ports.push(line);
      else if (!/^ *#/.test(line))
        throw wrong(index, `app-${appId} can be given "environment" and "ports" here, entry by entry`);
    }
  });
  fragment.services = others.length === 0 ? '' : `${others.join('\n')}\n`;
  return fragment;
}
