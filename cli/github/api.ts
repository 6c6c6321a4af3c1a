/** Requests to GitHub's REST API. */
import { OutcryError } from '../../system/errors.ts';

const REQUEST_MS = 30_000;
/** As many items as a page can have. */
const PAGE = 100;
const LONGEST_WAIT_MS = 60_000;
/** The waits before further attempts, ms; a limit on the rate says its own. */
const WAITS_MS = [1_000, 5_000, 20_000];

export interface Api {
  /** Such as `https://api.github.com`. */
  url: string;
  token: string;
  /** `owner/name`. */
  repository: string;
  wait(ms: number): Promise<void>;
}

/** A refusal that lasts: the token may not do this. */
export class NotAllowed extends OutcryError {}

/** A failure that a later attempt may not meet. */
class Passing extends OutcryError {
  /** The wait that GitHub asks for, ms; null: it names none. */
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** The wait that a limit on the rate asks for, ms; null: the answer is of no such limit. */
function limitedFor({ status, headers }: Response): number | null {
  if (status !== 403 && status !== 429) return null;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  if (headers.get('x-ratelimit-remaining') !== '0') return status === 429 ? LONGEST_WAIT_MS : null;
  return Math.max(0, Number(headers.get('x-ratelimit-reset')) * 1000 - Date.now());
}

async function messageIn(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? `: ${message}` : '';
  } catch {
    return '';
  }
}

/**
 * Sends one request.
 * @param path below the repository, such as `/issues/1/comments`
 * @throws NotAllowed, or an OutcryError for every other answer that is no success
 */
export async function request(api: Api, method: string, path: string, body?: object): Promise<unknown> {
  const what = `${method} ${path.split('?')[0]}`;
  let response: Response;
  try {
    response = await fetch(`${api.url}/repos/${api.repository}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${api.token}`,
        'user-agent': 'outcry',
        'x-github-api-version': '2022-11-28',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    if (response.ok) return await response.json();
  } catch (error) {
    throw new Passing(`GitHub does not answer ${what}: ${(error as Error).message}`, null);
  }
  const { status } = response;
  const said = `GitHub answers ${what} with ${status}${await messageIn(response)}`;
  const waitMs = limitedFor(response);
  if (status >= 500 || waitMs !== null) throw new Passing(said, waitMs);
  if (status === 403) throw new NotAllowed(said);
  throw new OutcryError(said);
}

/** All items of a list, page by page. */
export async function* itemsOf<T>(api: Api, path: string): AsyncGenerator<T> {
  const separator = path.includes('?') ? '&' : '?';
  for (let page = 1; ; page++) {
    const items = (await request(api, 'GET', `${path}${separator}per_page=${PAGE}&page=${page}`)) as T[];
    if (!Array.isArray(items)) throw new OutcryError(`GitHub gives no list for ${path.split('?')[0]}`);
    yield* items;
    if (items.length < PAGE) return;
  }
}

/** Does `task` again, from its beginning, after failures that pass. */
export async function withAttempts<T>(api: Api, task: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Passing) || (error.waitMs ?? 0) > LONGEST_WAIT_MS) throw error;
      await api.wait(error.waitMs ?? wait);
    }
  }
  return task();
}
