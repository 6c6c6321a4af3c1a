/**
 * A table of the kernel's packet filter (nft) that belongs to one start of Outcry. Its name has the mark of that start: after a `kill -9` its
 * reaper removes it, or else the next start that demands such a table.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { noteLeftover } from '../../../system/leftovers.ts';
import { OWN_MARK, ownerLives } from '../../../system/process-owner.ts';

const run = promisify(execFile);

/** Explains why the kernel does not take a table. @param said by nft */
export type WhyNot = (said: string) => string;

/** A kind of table. */
export interface TableKind {
  /** Names of all tables of the kind begin like this; the mark of a start follows, and a number. */
  prefix: string;
  whyNot: WhyNot;
}

let made = 0;

/** A run of nft that waits for its input: the time that a process needs to start has passed when the input comes. */
export interface WaitingNft {
  /** Hands the input over; resolves when the kernel has taken it. @throws OutcryError (missing) that says what to do */
  apply(script: string): Promise<void>;
}

function waiting(
  program: string,
  argv: string[],
  whyNot: WhyNot,
): { stdout: Promise<string>; apply: WaitingNft['apply'] } {
  const running = run(program, argv);
  const { stdin } = running.child;
  stdin!.on('error', () => {});
  const stdout = running.then(
    (done) => done.stdout,
    (error: Error & { stderr?: string }) => {
      const said = (error.stderr ?? '').trim().split('\n')[0] || error.message;
      throw new OutcryError(whyNot(said), EXIT.missing, { cause: error });
    },
  );
  stdout.catch(() => {}); // an input that never comes is no error
  return {
    stdout,
    async apply(script) {
      stdin!.end(script);
      await stdout;
    },
  };
}

/** @param argv of nft @param script its input */
async function nft(program: string, argv: string[], whyNot: WhyNot, script = ''): Promise<string> {
  const { stdout, apply } = waiting(program, argv, whyNot);
  await apply(script);
  return await stdout;
}

/** The input of nft that makes a table. One of this name may be there: it is emptied in the same step. Pure. */
export const tableText = (table: string, inside: string): string => `add table inet ${table}
delete table inet ${table}
table inet ${table} {
${inside}
}
`;

/**
 * Finds out whether a table can be had here, and removes those of its kind whose starts have ended.
 * @param program path of nft
 * @param text makes a table of that name
 * @throws OutcryError (missing) that says what to do
 */
export async function demandTable(
  program: string,
  { prefix, whyNot }: TableKind,
  text: (table: string) => string,
): Promise<void> {
  const pattern = new RegExp(`^table inet (${prefix}-(.+)-\\d+)$`, 'gm');
  for (const [, table, mark] of (await nft(program, ['list', 'tables', 'inet'], whyNot)).matchAll(pattern)) {
    // Its owner's reaper may be faster.
    if (!ownerLives(mark!)) await nft(program, ['delete', 'table', 'inet', table!], whyNot).catch(() => {});
  }
  await nft(program, ['--check', '--file', '-'], whyNot, text(`${prefix}-check`));
}

export class KernelTable {
  private constructor(
    private readonly program: string,
    private readonly kind: TableKind,
    readonly name: string,
    private readonly forget: () => void,
  ) {}

  /**
   * Makes a table.
   * @param program path of nft
   * @param label its name for people
   * @param text makes a table of that name
   */
  static async make(
    program: string,
    kind: TableKind,
    label: string,
    text: (table: string) => string,
  ): Promise<KernelTable> {
    const name = `${kind.prefix}-${OWN_MARK}-${++made}`;
    const forget = noteLeftover({ label, argv: [program, 'delete', 'table', 'inet', name], env: {} });
    try {
      await nft(program, ['--file', '-'], kind.whyNot, text(name));
    } catch (error) {
      forget();
      throw error;
    }
    return new KernelTable(program, kind, name, forget);
  }

  /** Starts nft for a change that is to come at once. */
  waiting(): WaitingNft {
    return waiting(this.program, ['--file', '-'], this.kind.whyNot);
  }

  /** @returns whether the table was there until now: another program may have removed it */
  async remove(): Promise<boolean> {
    const wasThere = await nft(this.program, ['delete', 'table', 'inet', this.name], this.kind.whyNot).then(
      () => true,
      () => false,
    );
    this.forget();
    return wasThere;
  }
}
