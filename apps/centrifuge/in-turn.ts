/** Requests one after the other: the library sends each command by a request of its own, and the server takes them as they come. */

/** The end of the body that answers the server's ping: a command without anything. */
const PONG = '"data":"{}"}';

/** `fetch` that begins a POST to `address` when the one before it has been answered. Requests to other addresses do not wait. */
export function inTurn(address: string): typeof fetch {
  let last: Promise<unknown> = Promise.resolve();
  return (input, init) => {
    // The server ends a client whose answer comes ten seconds late, which it would behind a thousand bodies.
    const isPong = typeof init?.body === 'string' && init.body.endsWith(PONG);
    if (input !== address || isPong) return fetch(input, init);
    const answer = last.then(() => fetch(input, init));
    last = answer.catch(() => {});
    return answer;
  };
}
