/** What other programs and people do to a results folder while a session runs. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, justNow, type Target } from '../fault.ts';
import { sessionsIn } from '../kept-files.ts';

/** The session's folder, once there is one. */
const sessionFolder = (target: Target): Promise<string | null> =>
  target.until(() => {
    const [session] = sessionsIn(target.results);
    return session === undefined ? null : join(target.results, session);
  });

const replaced: Fault = {
  name: 'results replaced',
  about: "the session's folder is moved away and a file put in its place",
  scenes: ['plain'],
  async inject(target) {
    const folder = await sessionFolder(target);
    if (folder === null) return null;
    const away = join(target.temporary, '..', 'moved-away');
    renameSync(folder, away);
    writeFileSync(folder, 'in the way\n');
    const repair = (): void => {
      rmSync(folder, { recursive: true, force: true });
      renameSync(away, folder);
    };
    return { to: 'the folder', when: justNow(), repair };
  },
};

const littered: Fault = {
  name: 'results unreadable',
  about: "half a record, a folder called like one and text that is no JSON are put among the session's records",
  scenes: ['plain', 'charts'],
  async inject(target) {
    const folder = await sessionFolder(target);
    if (folder === null) return null;
    const litter = ['half.json', 'folder.json', 'text.json'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(litter[0], '{"schema":"outcry/run@3","id":"ha');
    mkdirSync(litter[1]);
    writeFileSync(litter[2], 'no JSON\n');
    const repair = (): void => litter.forEach((path) => void rmSync(path, { recursive: true }));
    return { to: 'the records', when: justNow(), repair };
  },
};

export default [replaced, littered];
