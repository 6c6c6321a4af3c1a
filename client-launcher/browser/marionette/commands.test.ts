import { commandFor } from './commands.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

test.each([
  ['POST', '/url', { url: 'about:blank' }, 'WebDriver:Navigate', { url: 'about:blank' }],
  ['GET', '/element/e1/attribute/data-x', {}, 'WebDriver:GetElementAttribute', { id: 'e1', name: 'data-x' }],
  ['GET', '/element/e1/css/font-size', {}, 'WebDriver:GetElementCSSValue', { id: 'e1', propertyName: 'font-size' }],
  [
    'POST',
    '/element/e1/value',
    { text: 'ab', value: ['a', 'b'] },
    'WebDriver:ElementSendKeys',
    { id: 'e1', text: 'ab' },
  ],
  [
    'POST',
    '/element/e1/elements',
    { using: 'css selector', value: 'p' },
    'WebDriver:FindElements',
    { element: 'e1', using: 'css selector', value: 'p' },
  ],
  ['POST', '/frame', { id: { [ELEMENT]: 'f1' } }, 'WebDriver:SwitchToFrame', { element: 'f1' }],
  ['POST', '/frame', { id: null }, 'WebDriver:SwitchToFrame', { id: null }],
  ['GET', '/screenshot', {}, 'WebDriver:TakeScreenshot', { id: null, highlights: [], full: false }],
  ['GET', '/element/e1/screenshot', {}, 'WebDriver:TakeScreenshot', { id: 'e1', highlights: [], full: false }],
  ['DELETE', '/cookie/a%20b', {}, 'WebDriver:DeleteCookie', { name: 'a b' }],
])('%s %s with %j is %s', (method, path, body, name, parameters) => {
  expect(commandFor(method, path, body)).toMatchObject({ name, parameters });
});

test('what is no command, and what is one by another method, is told apart', () => {
  expect(() => commandFor('GET', '/nothing/of/the/kind', {})).toThrow(
    expect.objectContaining({ code: 'unknown command', status: 404 }),
  );
  expect(() => commandFor('PUT', '/url', {})).toThrow(expect.objectContaining({ code: 'unknown method', status: 405 }));
});

test.each([
  ['/title', { value: 'a title' }, 'a title'],
  ['/title', { value: null }, null],
  ['/window/rect', { x: 1, y: 2, width: 3, height: 4 }, { x: 1, y: 2, width: 3, height: 4 }],
  ['/window/handles', ['handle'], ['handle']],
  ['/url', undefined, null],
  [
    '/cookie/a',
    [
      { name: 'b', value: '1' },
      { name: 'a', value: '2' },
    ],
    { name: 'a', value: '2' },
  ],
])('GET %s: of %j the value is %j', (path, result, value) => {
  expect(commandFor('GET', path, {}).valueOf(result)).toEqual(value);
});

test('a cookie that is not there is an error', () => {
  expect(() => commandFor('GET', '/cookie/a', {}).valueOf([])).toThrow(
    expect.objectContaining({ code: 'no such cookie' }),
  );
});
