/** `./outcry new app|scenario|condition NAME`: a folder that verifies or runs, to begin with. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { folder } from '../options/common-options.ts';

interface Kind {
  about: string;
  /** Its folder in `docs/examples`. */
  example: string;
  /** Describes the next steps with the folder `dir`, which lies in `parent`. */
  next(name: string, dir: string, parent: string): string;
}

const KINDS: Record<string, Kind> = {
  app: {
    about: 'an app with requests over HTTP, in TypeScript on Node.js (docs/adding-a-framework.md)',
    example: 'letterbox',
    next: (name, dir) => `./outcry verify ${name} --apps ${dir}`,
  },
  scenario: {
    about: 'a scenario in which clients talk to the server (docs/adding-a-scenario.md)',
    example: 'murmur',
    next: (name, _, parent) =>
      `OUTCRY_SCENARIOS=${parent} ./outcry run --scenario ${name} --swarm console --clients 10`,
  },
  condition: {
    about: 'a run condition with an option of its own (docs/adding-a-condition.md)',
    example: 'rivals',
    next: (name, _, parent) => `OUTCRY_CONDITIONS=${parent} ./outcry run --${name} 1 --swarm console --clients 10`,
  },
};

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function addNewCommand(program: Command): void {
  const command = program
    .command('new')
    .description('write a small app, scenario or condition of your own to begin with');
  for (const [kind, what] of Object.entries(KINDS)) {
    command
      .command(kind)
      .description(what.about)
      .argument('<name>', 'its name and that of its folder')
      .option('--in <dir>', 'the folder to write into', folder, '.')
      .action((name: string, options: { in: string }) => write(what, name, options.in));
  }
}

/** The texts of a complete example of the docs, by the files' names. */
export function exampleFiles(example: string): Readonly<Record<string, string>> {
  const dir = join(ROOT, 'docs', 'examples', example);
  return Object.fromEntries(readdirSync(dir).map((file) => [file, readFileSync(join(dir, file), 'utf8')]));
}

function write(kind: Kind, name: string, parent: string): void {
  if (!NAME.test(name) || name.length > 60) {
    throw new OutcryError(`"${name}" cannot be a name: use lower-case letters, digits and "-"`, EXIT.usage);
  }
  const dir = resolve(parent, name);
  if (existsSync(dir)) throw new OutcryError(`${dir} exists already; choose another name`, EXIT.usage);
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of Object.entries(exampleFiles(kind.example))) {
    writeFileSync(join(dir, file), renamed(text, kind.example, name));
    console.log(relative(process.cwd(), join(dir, file)));
  }
  console.log(`\nTry it:\n  ${kind.next(name, dir, resolve(parent))}`);
}

/** `text` with the example's name as `name`; in code, where it stands without quotes and slashes, as an identifier. */
export function renamed(text: string, example: string, name: string): string {
  const pascal = name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const exampleInPascal = example.charAt(0).toUpperCase() + example.slice(1);
  // In one pass: the new name may hold the example's.
  const inText = `(?<=['"\`/ -])${example}(?=['"\`/.\\\\ ])(?! [:=])`;
  return text.replace(new RegExp(`(${exampleInPascal})|(${inText})|${example}`, 'g'), (_, ofType, ofText) =>
    ofType ? pascal : ofText ? name : camel,
  );
}
