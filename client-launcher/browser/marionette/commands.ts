/** WebDriver's commands (https://www.w3.org/TR/webdriver2/#endpoints) and what each is called in Marionette. */
import { WebDriverError } from './web-driver-error.ts';

/** The JSON key of an element, by the specification. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Body = Record<string, unknown>;

/** Builds Marionette's parameters from those in the path and the body. Default: both in one object. */
type Parameters = (named: Record<string, string>, body: Body) => object;

interface Endpoint {
  method: string;
  /** Of the path after `/session/<id>`. */
  pattern: RegExp;
  command: string;
  parameters: Parameters;
  /** WebDriver's value of what Marionette gave. */
  pick: (value: unknown, named: Record<string, string>) => unknown;
}

const together: Parameters = (named, body) => ({ ...body, ...named });

function endpoint(
  method: string,
  path: string,
  command: string,
  parameters: Parameters = together,
  pick: Endpoint['pick'] = (value) => value,
): Endpoint {
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return { method, pattern, command, parameters, pick };
}

const found = (within: 'element' | 'shadowRoot'): Parameters => {
  return ({ id }, { using, value }) => ({ [within]: id, using, value });
};

/** Marionette wants a frame's element by its reference alone. */
const frame: Parameters = (_, { id }) => {
  const element = (id as Body | null)?.[ELEMENT];
  return element === undefined ? { id } : { element };
};

/** Marionette gives all cookies, or none. */
const cookie: Endpoint['pick'] = (value, { name }) => {
  const found = (value as { name: string }[]).find((each) => each.name === name);
  if (found === undefined) throw new WebDriverError('no such cookie', `there is no cookie ${name}`);
  return found;
};

const screenshot: Parameters = ({ id = null }) => ({ id, highlights: [], full: false });

const ENDPOINTS: readonly Endpoint[] = [
  endpoint('GET', '/timeouts', 'GetTimeouts'),
  endpoint('POST', '/timeouts', 'SetTimeouts'),
  endpoint('POST', '/url', 'Navigate'),
  endpoint('GET', '/url', 'GetCurrentURL'),
  endpoint('POST', '/back', 'Back'),
  endpoint('POST', '/forward', 'Forward'),
  endpoint('POST', '/refresh', 'Refresh'),
  endpoint('GET', '/title', 'GetTitle'),
  endpoint('GET', '/source', 'GetPageSource'),
  endpoint('GET', '/window', 'GetWindowHandle'),
  endpoint('DELETE', '/window', 'CloseWindow'),
  endpoint('POST', '/window', 'SwitchToWindow'),
  endpoint('GET', '/window/handles', 'GetWindowHandles'),
  endpoint('POST', '/window/new', 'NewWindow'),
  endpoint('GET', '/window/rect', 'GetWindowRect'),
  endpoint('POST', '/window/rect', 'SetWindowRect'),
  endpoint('POST', '/window/maximize', 'MaximizeWindow'),
  endpoint('POST', '/window/minimize', 'MinimizeWindow'),
  endpoint('POST', '/window/fullscreen', 'FullscreenWindow'),
  endpoint('POST', '/frame', 'SwitchToFrame', frame),
  endpoint('POST', '/frame/parent', 'SwitchToParentFrame'),
  endpoint('GET', '/element/active', 'GetActiveElement'),
  endpoint('POST', '/element', 'FindElement'),
  endpoint('POST', '/elements', 'FindElements'),
  endpoint('POST', '/element/{id}/element', 'FindElement', found('element')),
  endpoint('POST', '/element/{id}/elements', 'FindElements', found('element')),
  endpoint('GET', '/element/{id}/shadow', 'GetShadowRoot'),
  endpoint('POST', '/shadow/{id}/element', 'FindElementFromShadowRoot', found('shadowRoot')),
  endpoint('POST', '/shadow/{id}/elements', 'FindElementsFromShadowRoot', found('shadowRoot')),
  endpoint('GET', '/element/{id}/selected', 'IsElementSelected'),
  endpoint('GET', '/element/{id}/displayed', 'IsElementDisplayed'),
  endpoint('GET', '/element/{id}/enabled', 'IsElementEnabled'),
  endpoint('GET', '/element/{id}/attribute/{name}', 'GetElementAttribute'),
  endpoint('GET', '/element/{id}/property/{name}', 'GetElementProperty'),
  endpoint('GET', '/element/{id}/css/{propertyName}', 'GetElementCSSValue'),
  endpoint('GET', '/element/{id}/text', 'GetElementText'),
  endpoint('GET', '/element/{id}/name', 'GetElementTagName'),
  endpoint('GET', '/element/{id}/rect', 'GetElementRect'),
  endpoint('GET', '/element/{id}/computedrole', 'GetComputedRole'),
  endpoint('GET', '/element/{id}/computedlabel', 'GetComputedLabel'),
  endpoint('POST', '/element/{id}/click', 'ElementClick'),
  endpoint('POST', '/element/{id}/clear', 'ElementClear'),
  endpoint('POST', '/element/{id}/value', 'ElementSendKeys', ({ id }, { text }) => ({ id, text })),
  endpoint('POST', '/execute/sync', 'ExecuteScript'),
  endpoint('POST', '/execute/async', 'ExecuteAsyncScript'),
  endpoint('GET', '/cookie', 'GetCookies'),
  endpoint('GET', '/cookie/{name}', 'GetCookies', () => ({}), cookie),
  endpoint('POST', '/cookie', 'AddCookie'),
  endpoint('DELETE', '/cookie', 'DeleteAllCookies'),
  endpoint('DELETE', '/cookie/{name}', 'DeleteCookie'),
  endpoint('POST', '/actions', 'PerformActions'),
  endpoint('DELETE', '/actions', 'ReleaseActions'),
  endpoint('POST', '/alert/dismiss', 'DismissAlert'),
  endpoint('POST', '/alert/accept', 'AcceptAlert'),
  endpoint('GET', '/alert/text', 'GetAlertText'),
  endpoint('POST', '/alert/text', 'SendAlertText'),
  endpoint('GET', '/screenshot', 'TakeScreenshot', screenshot),
  endpoint('GET', '/element/{id}/screenshot', 'TakeScreenshot', screenshot),
  endpoint('POST', '/print', 'Print'),
];

export interface MarionetteCommand {
  name: string;
  parameters: object;
  /** The `value` of WebDriver's response. @throws WebDriverError */
  valueOf(result: unknown): unknown;
}

/**
 * Returns the Marionette command for a request.
 * @param path after `/session/<id>`
 * @throws WebDriverError (unknown command, unknown method)
 */
export function commandFor(method: string, path: string, body: Body): MarionetteCommand {
  const there = ENDPOINTS.filter(({ pattern }) => pattern.test(path));
  const one = there.find((each) => each.method === method);
  if (one === undefined) {
    throw new WebDriverError(there.length > 0 ? 'unknown method' : 'unknown command', `${method} ${path}`);
  }
  const named = Object.fromEntries(
    Object.entries(one.pattern.exec(path)?.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
  return {
    name: `WebDriver:${one.command}`,
    parameters: one.parameters(named, body),
    valueOf: (result) => one.pick(unwrapped(result), named),
  };
}

/** Some results Marionette wraps in an object of their own, and some it does not. */
function unwrapped(result: unknown): unknown {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  if (!isObject) return result ?? null;
  const names = Object.keys(result);
  return names.length === 1 && names[0] === 'value' ? (result as Body).value : result;
}
