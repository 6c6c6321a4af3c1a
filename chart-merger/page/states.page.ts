/** The charts page where there is nothing to show, and where the web API has gone; in real Firefox. */
import { openCharts } from '../testing/firefox.ts';

const { server, page } = await openCharts([]);

test('without runs the page says how to get some', async () => {
  await page.open(server.url);
  expect(await page.text('main')).toContain('No runs yet');
  expect(await page.text('main')).toContain('./outcry run');
  expect(await page.texts('.filters')).toEqual([]);
});

test('the page for a person who chooses lies beside it, and asks the web API for its data', async () => {
  await page.open(server.url);
  await page.click('a[href="./choose.html"]');
  expect(await page.texts('main h2')).toEqual(['The studies']);
  expect(await page.texts('#links a')).toEqual(['Results']);
});

test('when the web API has gone, the page says so and offers another try', async () => {
  await page.open(server.url);
  await server.close();
  await page.driver.executeScript(
    "history.pushState(null, '', '?invalid=1'); dispatchEvent(new PopStateEvent('popstate'))",
  );
  await page.settled();
  expect(await page.text('[role="alert"]')).toContain('The web API does not answer. Is ./outcry charts still running?');
  await page.click('[role="alert"] button');
  expect(await page.text('[role="alert"]')).toContain('The web API does not answer.');
});
