/** Errors as WebDriver reports them: https://www.w3.org/TR/webdriver2/#errors */

const NOT_FOUND = new Set([
  ...['invalid session id', 'no such alert', 'no such cookie', 'no such element', 'no such frame', 'no such window'],
  ...['no such shadow root', 'detached shadow root', 'stale element reference', 'unknown command'],
]);
const WRONG_USE = new Set([
  ...['element click intercepted', 'element not interactable', 'insecure certificate', 'invalid argument'],
  ...['invalid cookie domain', 'invalid element state', 'invalid selector'],
]);

export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';

  constructor(
    /** Its name in the specification, such as `no such element`. */
    readonly code: string,
    message: string,
    readonly remoteStack = '',
    readonly data?: unknown,
  ) {
    super(message);
  }

  get status(): number {
    if (this.code === 'unknown method') return 405;
    return NOT_FOUND.has(this.code) ? 404 : WRONG_USE.has(this.code) ? 400 : 500;
  }

  get value(): object {
    return {
      error: this.code,
      message: this.message,
      stacktrace: this.remoteStack,
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}
