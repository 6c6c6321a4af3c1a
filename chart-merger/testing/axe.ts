/** Looks for what keeps people out of a page, by axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WebDriver } from 'selenium-webdriver';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** In one script with axe-core itself: what one leaves behind, WebDriver's next one need not find. */
const RUN = `${source};
  const done = arguments[arguments.length - 1];
  axe.run(document, { resultTypes: ['violations'], elementRef: false }).then(
    ({ violations }) => done({ found: JSON.stringify(violations) }),
    (error) => done({ error: String(error) }),
  );`;

/**
 * One line per violation and element of the page that `driver` shows; empty when there is none.
 * @throws Error when axe-core itself fails
 */
export async function violationsIn(driver: WebDriver): Promise<string[]> {
  await driver.manage().setTimeouts({ script: 180_000 });
  const { found, error } = await driver.executeAsyncScript<{ found?: string; error?: string }>(RUN);
  if (found === undefined) throw new Error(`axe-core did not get through: ${error}`);
  return (JSON.parse(found) as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`),
  );
}
