/** Tests in real Firefoxes that only the startup cache goes from one to the next, and nothing that a page has left. */
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { WebDriver } from 'selenium-webdriver';
import { openBrowser } from './driver.ts';

/** The cookies that came with each request for the page. */
const asked: (string | undefined)[] = [];
const pages = createServer((request, response) => {
  if (request.url === '/page') asked.push(request.headers.cookie);
  const head = {
    'content-type': 'text/html',
    'cache-control': 'max-age=3600',
    'set-cookie': 'from=server; Max-Age=3600',
  };
  response.writeHead(200, head).end('<!doctype html><title>A page</title>');
});

beforeAll(() => new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve)));
afterAll(() => pages.close());

const LEFT = "return [document.cookie, localStorage.getItem('kept'), history.length]";

test('a browser has the startup cache when it starts, and no cookie, storage, cached page or history of the one before', async () => {
  const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/page`;
  const first: WebDriver = await openBrowser();
  await first.get(url);
  await first.executeScript("localStorage.setItem('kept', 'yes')");
  const left = (await first.executeScript(LEFT)) as [string, string, number];
  await first.quit();
  expect(left.slice(0, 2)).toEqual(['from=server', 'yes']);
  expect(asked).toEqual([undefined]);

  const second = await openBrowser();
  const profile = (await second.getCapabilities()).get('moz:profile') as string;
  try {
    // Firefox gives the file another name while it reads it.
    expect(readdirSync(join(profile, 'startupCache'))).toContainEqual(
      expect.stringMatching(/^scriptCache(-current)?\.bin$/),
    );
    await second.get(url);
    expect(asked).toEqual([undefined, undefined]);
    expect(await second.executeScript(LEFT)).toEqual(['from=server', null, left[2]]);
  } finally {
    await second.quit();
  }
  expect(existsSync(profile)).toBe(false);
});
