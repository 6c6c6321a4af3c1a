/** Outcry's own driver, as Selenium drives a real Firefox through it. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Builder, By, error, Key, type WebDriver } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import { isRunning } from '../../../system/process-owner.ts';
import { findPrograms } from '../driver-process.ts';
import { FirefoxDriver } from './driver.ts';

const PAGE = `<!doctype html><title>A page</title>
<p id="greeting" data-x="1" style="font-size: 20px">hello</p>
<input id="name"><button onclick="document.querySelector('p').textContent = 'clicked'">click</button>
<iframe srcdoc="<p>inside</p>"></iframe>`;

const drivers = new FirefoxDriver().server();
const pages = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));
let driver: WebDriver;
let page: string;

const listening = (server: typeof pages): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

beforeAll(async () => {
  page = await listening(pages);
  const { browser } = await findPrograms('firefox');
  const options = new firefox.Options().addArguments('-headless').setBinary(browser);
  options.setPreference('outcry.test', 'a "preference"');
  options.enableBidi();
  driver = await new Builder()
    .disableEnvironmentOverrides()
    .forBrowser('firefox')
    .setFirefoxOptions(options)
    .usingServer(await listening(drivers))
    .build();
});

afterAll(() => {
  drivers.close();
  pages.close();
});

beforeEach(() => driver.get(page));

test('it says what it is, and which Firefox it drives', async () => {
  const capabilities = await driver.getCapabilities();
  expect(capabilities.get('outcry:driver')).toMatch(/Marionette 3/);
  expect(capabilities.get('browserVersion')).toMatch(/^\d+\./);
  expect(isRunning(capabilities.get('moz:processID'))).toBe(true);
});

test('pages, elements, keys and scripts', async () => {
  expect(await driver.getTitle()).toBe('A page');
  const greeting = await driver.findElement(By.id('greeting'));
  expect(await greeting.getText()).toBe('hello');
  expect(await greeting.getAttribute('data-x')).toBe('1');
  expect(await greeting.getCssValue('font-size')).toBe('20px');
  expect(await greeting.isDisplayed()).toBe(true);
  expect((await greeting.getRect()).height).toBeGreaterThan(10);
  await driver.findElement(By.css('button')).click();
  expect(await greeting.getText()).toBe('clicked');
  const input = await driver.findElement(By.id('name'));
  await input.sendKeys('Änna', Key.TAB);
  expect(await driver.executeScript('return arguments[0].value + arguments[1].n', input, { n: 1 })).toBe('Änna1');
  expect(await driver.executeAsyncScript('arguments[0]("called")')).toBe('called');
  expect(await driver.executeScript('return Promise.resolve([null, {a: 1}])')).toEqual([null, { a: 1 }]);
  await driver.actions().move({ origin: greeting }).click().perform();
});

test('frames, windows, cookies and pictures', async () => {
  await driver.switchTo().frame(await driver.findElement(By.css('iframe')));
  expect(await driver.findElement(By.css('p')).getText()).toBe('inside');
  await driver.switchTo().defaultContent();
  const first = await driver.getWindowHandle();
  await driver.switchTo().newWindow('tab');
  expect(await driver.getAllWindowHandles()).toHaveLength(2);
  await driver.close();
  await driver.switchTo().window(first);
  await driver.manage().window().setRect({ width: 700, height: 500 });
  expect(await driver.manage().window().getRect()).toMatchObject({ width: 700, height: 500 });
  await driver.manage().addCookie({ name: 'a', value: 'b' });
  expect(await driver.manage().getCookie('a')).toMatchObject({ value: 'b' });
  await driver.manage().deleteAllCookies();
  expect(await driver.manage().getCookies()).toEqual([]);
  const picture = Buffer.from(await driver.takeScreenshot(), 'base64');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
});

test('errors have their names', async () => {
  await expect(driver.findElement(By.id('nothing'))).rejects.toBeInstanceOf(error.NoSuchElementError);
  await expect(driver.executeScript('throw new Error("thrown")')).rejects.toBeInstanceOf(error.JavascriptError);
  await driver.manage().setTimeouts({ script: 50 });
  await expect(driver.executeAsyncScript('')).rejects.toBeInstanceOf(error.ScriptTimeoutError);
});

test('WebDriver BiDi, on a connection of its own', async () => {
  const bidi = await driver.getBidi();
  const { result } = (await bidi.send({ method: 'browsingContext.getTree', params: {} })) as {
    result: { contexts: unknown[] };
  };
  expect(result.contexts).toHaveLength(1);
  await bidi.close();
});

test('with its session Firefox ends, and so does the profile it had', async () => {
  const capabilities = await driver.getCapabilities();
  const [pid, profile] = [capabilities.get('moz:processID'), capabilities.get('moz:profile')];
  expect(existsSync(profile)).toBe(true);
  await driver.quit();
  expect(isRunning(pid)).toBe(false);
  expect(existsSync(profile)).toBe(false);
});
