/** The reason of a failure, in words. `fetch` says only that it failed, and gives the reason in the error's cause. */
export function reasonOf(error: unknown): string {
  // No `instanceof`: an error can come from another realm, such as a frame's.
  const { message, cause } = Object(error) as { message?: string; cause?: { message?: string } };
  return cause?.message || message || String(error);
}
