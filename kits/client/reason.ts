interface Failure {
  message?: string;
  cause?: { message?: string };
  /** The HTTP status in the errors of some libraries, or what went wrong below. */
  description?: unknown;
}

/**
 * The reason of a failure, in words. `fetch` says only that it failed, and gives the reason in the error's cause; other libraries say only
 * that a request failed, and give its status beside that.
 */
export function reasonOf(error: unknown): string {
  // No `instanceof`: an error can come from another realm, such as a frame's.
  const { message, cause, description } = Object(error) as Failure;
  const said = cause?.message || message;
  const more = detailOf(description);
  if (!said) return more || String(error);
  return more === '' ? said : `${said} (${more})`;
}

function detailOf(description: unknown): string {
  if (typeof description === 'number') return description > 0 ? `HTTP status ${description}` : '';
  if (typeof description === 'string') return description;
  return (Object(description) as Failure).message ?? '';
}
