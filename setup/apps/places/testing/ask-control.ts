import type { Server } from '../server-process.ts';

/**
 * Asks the control of a server, for tests that have no runner.
 * @param path one of `CONTROL_PATHS`
 * @param body posted; absent: the path is only read
 * @throws Error with what was answered unless that was a success
 */
export async function askControl<T>({ control }: Pick<Server, 'control'>, path: string, body?: string): Promise<T> {
  const headers = { authorization: `Bearer ${control.token}` };
  const answer = await fetch(control.url + path, body === undefined ? { headers } : { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
