/**
 * A browser of the functional tests, behind a gate of its own: what its page wrote to the console is kept, and so is how it looked at a
 * failure.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebDriver } from 'selenium-webdriver';
import LogInspector from 'selenium-webdriver/bidi/logInspector.js';
import { openBrowser } from '../../client-launcher/browser/driver.ts';
import type { BrowserName } from '../../client-launcher/browser/driver-process.ts';
import { STILL } from '../../client-launcher/testing/still.ts';
import { Gate } from './gate.ts';

interface LogEntry {
  type: string;
  level: string;
  text: string;
}

export class TestBrowser {
  readonly #console: LogEntry[] = [];

  private constructor(
    readonly name: string,
    readonly driver: WebDriver,
    /** All its connections go through this. */
    readonly gate: Gate,
  ) {}

  /** @param name its name in the files that are kept of a failure */
  static async open(name: string, browser: BrowserName): Promise<TestBrowser> {
    const gate = await Gate.open();
    const driver = await openBrowser({ browser, bidi: true, socksProxy: gate.address, settings: STILL }).catch(
      async (error) => {
        await gate.cut();
        throw error;
      },
    );
    const opened = new TestBrowser(name, driver, gate);
    try {
      const inspector = await LogInspector(driver);
      await inspector.onLog(({ type, level, text }: LogEntry) => void opened.#console.push({ type, level, text }));
      await driver.manage().window().setRect({ width: 1280, height: 1000 });
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  async close(): Promise<void> {
    await this.driver.quit();
    await this.gate.cut();
  }

  clearConsole(): void {
    this.#console.length = 0;
  }

  /** Errors that the page's scripts threw and did not catch since the console was cleared. */
  scriptErrors(): string[] {
    // Browsers count a connection that fails among a script's errors too; but that is what some tests are about.
    const thrown = ({ type, level, text }: LogEntry) =>
      type === 'javascript' && level === 'error' && /^uncaught|(Error|Exception)\b.*:/i.test(text);
    return this.#console.filter(thrown).map(({ text }) => text);
  }

  /** Writes a screenshot, the page and the console to `folder`. */
  async keep(folder: string): Promise<void> {
    const lines = this.#console.map(({ type, level, text }) => `${level} (${type}) ${text}`);
    writeFileSync(join(folder, `${this.name}-console.txt`), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, `${this.name}-page.html`), await this.driver.getPageSource());
    writeFileSync(join(folder, `${this.name}.png`), Buffer.from(await this.driver.takeScreenshot(), 'base64'));
  }
}
