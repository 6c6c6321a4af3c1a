/** Looks for what keeps people out of a page, by axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WebDriver } from 'selenium-webdriver';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** One line per violation and element of the page that `driver` shows; empty when there is none. */
export async function violationsIn(driver: WebDriver): Promise<string[]> {
  await driver.executeScript(source);
  const { violations } = await driver.executeAsyncScript<AxeResults>(
    'const done = arguments[arguments.length - 1]; axe.run(document, { resultTypes: ["violations"] }).then(done)',
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`),
  );
}
