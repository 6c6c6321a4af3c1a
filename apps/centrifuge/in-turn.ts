/** Requests one after the other: the library sends each command by a request of its own, and the server takes them as they come. */

/** `fetch` that begins a POST to `address` when the one before it has been answered. Requests to other addresses do not wait. */
export function inTurn(address: string): typeof fetch {
  let last: Promise<unknown> = Promise.resolve();
  return (input, init) => {
    if (input !== address) return fetch(input, init);
    const answer = last.then(() => fetch(input, init));
    last = answer.catch(() => {});
    return answer;
  };
}
