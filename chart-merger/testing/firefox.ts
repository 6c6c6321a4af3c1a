/** A Firefox for page tests, with preferences that the swarm's browsers have no need of. */
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import { findPrograms, startDriver } from '../../client-launcher/browser/driver-process.ts';
import { STILL } from '../../client-launcher/testing/still.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { type ChartsServer, startCharts } from './charts-server.ts';

/** Starts the web API over `runs` and opens Firefox, both until the last test of the file that calls this has ended. */
export async function openCharts(
  runs: RunRecord[],
  { scenarios, dark = false }: { scenarios?: ScenarioAbout[]; dark?: boolean } = {},
): Promise<{ server: ChartsServer; page: ChartsDriver }> {
  const server = await startCharts(runs, scenarios);
  const page = await openFirefox(server.downloads, dark);
  afterAll(async () => {
    await page.close();
    await server.close();
  });
  return { server, page };
}

/** Opens a headless Firefox that saves downloads to `downloads` and is dark or not, whatever the machine is. */
export async function openFirefox(downloads: string, dark: boolean): Promise<ChartsDriver> {
  const programs = await findPrograms('firefox');
  const process = await startDriver('firefox', programs);
  const settings = new firefox.Options().addArguments('-headless').setBinary(programs.browser);
  for (const [name, value] of Object.entries(STILL.firefox)) settings.setPreference(name, value);
  settings.setPreference('browser.download.folderList', 2);
  settings.setPreference('browser.download.dir', downloads);
  settings.setPreference('browser.download.always_ask_before_handling_new_types', false);
  settings.setPreference('layout.css.prefers-color-scheme.content-override', dark ? 0 : 1);
  settings.enableBidi();
  try {
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .forBrowser('firefox')
      .setFirefoxOptions(settings)
      .usingServer(process.url)
      .build();
    const close = async () => {
      await driver.quit().catch(() => {});
      await process.stop();
    };
    return new ChartsDriver(driver, close);
  } catch (error) {
    await process.stop();
    throw error;
  }
}

class ChartsDriver {
  constructor(
    readonly driver: WebDriver,
    readonly close: () => Promise<void>,
  ) {}

  /** Makes the page's viewport `width` wide; windows do not get as narrow as phones are. */
  async setWidth(width: number): Promise<void> {
    const bidi = await this.driver.getBidi();
    const context = await this.driver.getWindowHandle();
    await bidi.send({ method: 'browsingContext.setViewport', params: { context, viewport: { width, height: 1000 } } });
  }

  async open(url: string): Promise<void> {
    await this.driver.get(url);
    await this.settled();
  }

  /** Waits until the page has loaded what it was asked for. */
  async settled(): Promise<void> {
    await eventually(
      () =>
        this.driver.executeScript<boolean>(
          "return !document.body.hasAttribute('data-starting') && document.getElementById('results').getAttribute('aria-busy') === 'false'",
        ),
      'the page loaded',
    );
  }

  async texts(selector: string): Promise<string[]> {
    return this.driver.executeScript(
      'return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).map(e => e.textContent.replace(/\\s+/g, " ").trim())',
      selector,
    );
  }

  async text(selector: string): Promise<string> {
    return (await this.texts(selector)).join('\n');
  }

  /** Labels of the rows of the table of figures. */
  rows(): Promise<string[]> {
    return this.texts('#figures-table tbody .row-label');
  }

  /** A row of the scoreboard by its name, as the text of its cells. */
  score(name: string): Promise<string> {
    return this.#rowOf('.scoreboard', name);
  }

  /** A row's verdict by its label; the statistics have to be open. */
  verdict(label: string): Promise<string> {
    return this.#rowOf('#verdicts', label);
  }

  async #rowOf(table: string, label: string): Promise<string> {
    const all = await this.texts(`${table} tbody tr`);
    return all.find((text) => text.startsWith(label)) ?? `no row "${label}" among: ${all.join(' | ')}`;
  }

  /** Opens the statistics behind the answer. */
  howSure(): Promise<void> {
    return this.click('#how-sure');
  }

  /** Compares all rows with the one of this label; the statistics have to be open. */
  async compareWith(label: string): Promise<void> {
    await this.driver.findElement(By.xpath(`//select[@id='baseline']/option[.='${label}']`)).click();
    await this.settled();
  }

  /** Imports a file, and waits until the page says what came of it. */
  async importFile(path: string): Promise<void> {
    await (await this.find('#import-file')).sendKeys(path);
    await eventually(() => this.text('.imported'), 'what was imported');
  }

  /** Saves a chart as a file; the browser gets it some time later. */
  async save(graph: string, type: 'PNG' | 'SVG' | 'CSV' | 'JSON'): Promise<void> {
    await this.click(`[data-graph="${graph}"] .saves summary`);
    await this.click(
      `[data-graph="${graph}"] .saves button:nth-of-type(${['PNG', 'SVG', 'CSV', 'JSON'].indexOf(type) + 1})`,
    );
    await this.click(`[data-graph="${graph}"] .saves summary`);
  }

  /** Opens what can be chosen from. */
  filter(): Promise<void> {
    return this.click('#filter > summary');
  }

  /** Counts the lines drawn in a chart, without the dotted ends for overtime. */
  async linesIn(graph: string): Promise<number> {
    return (
      await this.driver.findElements(
        By.css(`[data-graph="${graph}"] .highcharts-line-series > path.highcharts-graph:first-child`),
      )
    ).length;
  }

  find(selector: string): Promise<WebElement> {
    return this.driver.findElement(By.css(selector)) as Promise<WebElement>;
  }

  async click(selector: string): Promise<void> {
    const element = await this.find(selector);
    await this.driver.executeScript('arguments[0].scrollIntoView({block: "center"})', element);
    await element.click();
    await this.settled();
  }

  /** The address without the origin. */
  async address(): Promise<string> {
    const url = new URL(await this.driver.getCurrentUrl());
    return `${url.pathname}${url.search}`;
  }

  /** Addresses of everything the page has loaded. */
  loaded(): Promise<string[]> {
    return this.driver.executeScript("return performance.getEntriesByType('resource').map(({name}) => name)");
  }
}
