/** The control paths of a fake app. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { CONTROL_PATHS, type Counts } from '../../../protocol/control.ts';
import { monotonicMs as now } from '../../../system/monotonic.ts';
import { checkBody, type FakeKit, Refusal } from './fake-kit.ts';

/** Where the control of a fake can be made to go wrong. Each function gets what an honest one would pass on. */
export interface ControlSabotage {
  /** Whether someone with these headers may; honest is whether the token is right. */
  admits?(authorization: string, honest: boolean): boolean;
  /** There is control without a token too. */
  withoutToken?: boolean;
  counts?(counts: Counts): Counts;
  clock?(honest: number): number;
  /** The text that begin is given; null: it does nothing with it. */
  begin?(text: string): string | null;
  /** The status of an answer. */
  status?(honest: number): number;
  /** A line of a feed; undefined: it is skipped. */
  line?(text: string): string | undefined;
  /** Lines are taken when the feed has ended, not as they come. */
  feedsAtEnd?: boolean;
  /** A feed goes to everybody, not to its addressee. */
  feedsAll?: boolean;
}

const METHODS: Record<string, string> = {
  [CONTROL_PATHS.begin]: 'POST',
  [CONTROL_PATHS.counts]: 'GET',
  [CONTROL_PATHS.clock]: 'GET',
  [CONTROL_PATHS.feed]: 'POST',
};
const BEGIN_LIMIT_BYTES = 2 * 1_048_576;

/** An answer that is not 200. */
class Fault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    reason = 'it cannot be done',
  ) {
    super(reason);
  }
}

export class FakeControl<Connection> {
  constructor(
    readonly kit: FakeKit<Connection>,
    /** Null: the environment carries none. */
    readonly token: string | null,
    readonly sabotage: ControlSabotage,
  ) {}

  /** False when the request is for none of these paths. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    if (METHODS[pathname] === undefined || (this.token === null && !this.sabotage.withoutToken)) return false;
    const answer = (status: number, body: object): void => {
      response.writeHead(this.sabotage.status?.(status) ?? status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    this.#answer(request, pathname, searchParams.get('to')).then(
      (body) => answer(200, body),
      (error) => {
        // Anything else is a client that went away in the middle.
        if (error instanceof Fault) answer(error.status, { code: error.code, reason: error.message });
      },
    );
    return true;
  }

  async #answer(request: IncomingMessage, path: string, to: string | null): Promise<object> {
    const authorization = request.headers.authorization ?? '';
    const honest = authorization === `Bearer ${this.token}`;
    if (!(this.sabotage.admits?.(authorization, honest) ?? honest)) throw new Fault(401, 'unauthorized');
    if (request.method !== METHODS[path]) throw new Fault(405, 'wrong-method');
    const clock = this.sabotage.clock?.(now()) ?? now();
    if (path === CONTROL_PATHS.clock) return { clock };
    if (path === CONTROL_PATHS.counts) return this.sabotage.counts?.(this.kit.counts()) ?? this.kit.counts();
    if (path === CONTROL_PATHS.feed) return this.#feed(request, to);
    this.#begin(await textOf(request));
    return { clock };
  }

  #begin(given: string): void {
    const text = this.sabotage.begin ? this.sabotage.begin(given) : given;
    if (text === null) return;
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      throw new Fault(400, 'bad-json');
    }
    try {
      this.kit.begin(data);
    } catch (error) {
      throw new Fault(400, (error as Refusal).code);
    }
  }

  async #feed(request: IncomingMessage, name: string | null): Promise<object> {
    const { feedsAtEnd, feedsAll, line: change } = this.sabotage;
    let [lines, sent] = [0, 0];
    const find = (): Connection | null => {
      const to = name === null ? null : this.kit.named(name);
      if (to === undefined) throw new Fault(404, 'unknown-name');
      return feedsAll ? null : to;
    };
    find();
    const kept: string[] = [];
    const take = (text: string): void => {
      const changed = change === undefined ? text : change(text);
      if (changed === undefined) return;
      sent += this.kit.feed(parseLine(changed, lines + 1), find());
      lines += 1;
    };
    for await (const text of createInterface({ input: request })) {
      if (text.trim() === '') continue;
      if (feedsAtEnd) kept.push(text);
      else take(text);
    }
    kept.forEach(take);
    return { lines, sent };
  }
}

function parseLine(text: string, number: number): unknown {
  try {
    const body = JSON.parse(text) as unknown;
    checkBody(body);
    return body;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'bad-json';
    throw new Fault(400, code, `line ${number} cannot be taken`);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > BEGIN_LIMIT_BYTES) throw new Fault(413, 'too-large');
  }
  return text;
}
