/** Looks at a page's layout from inside: what sticks out, what lies over something else, what has no name. */
import type { WebDriver } from 'selenium-webdriver';

export interface Layout {
  /** Width of the window, and of what is in it, CSS pixels. */
  seen: number;
  wide: number;
  /** Pairs of elements that lie over each other, described. */
  overlaps: string[];
  /** Elements that reach over the window's right or left edge, described. */
  outside: string[];
  /** Fields without a label and buttons without a text, described. */
  nameless: string[];
}

/** Notices lie over the page on purpose, and let clicks through. */
const LOOK = `
  const said = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + ' "' + element.textContent.trim().slice(0, 30) + '"';
  const parts = [...document.querySelectorAll('h1, h2, h3, p, dt, dd, label, input, textarea, button, summary, a')]
    .filter((element) => element.checkVisibility() && !element.closest('#notices'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const overlaps = [];
  for (const [i, one] of parts.entries()) {
    for (const other of parts.slice(i + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across <= 1 || down <= 1) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      overlaps.push(said(one.element) + ' and ' + said(other.element));
    }
  }
  const seen = document.documentElement.clientWidth;
  const outside = parts.filter(({ box }) => box.right > seen + 1 || box.left < -1).map(({ element }) => said(element));
  const nameless = parts
    .map(({ element }) => element)
    .filter((element) =>
      element.matches('input, textarea') ? element.labels.length === 0
      : element.matches('button, a') && element.textContent.trim() === '')
    .map(said);
  return { seen, wide: document.documentElement.scrollWidth, overlaps, outside, nameless };`;

export function layoutOf(driver: WebDriver): Promise<Layout> {
  return driver.executeScript(LOOK);
}

/**
 * Shows the page the browser is on again, in a frame `width` wide: a window does not get as narrow as a telephone.
 * The driver looks into the frame from then on, until `driver.switchTo().defaultContent()`.
 */
export async function showInFrame(driver: WebDriver, width: number): Promise<void> {
  await driver.executeAsyncScript(
    `const [width, done] = arguments;
    const frame = document.createElement('iframe');
    frame.style = 'width: ' + width + 'px; height: 900px; border: 0';
    frame.onload = () => done();
    frame.src = location.href;
    document.body.replaceChildren(frame);`,
    width,
  );
  await driver.switchTo().frame(0);
}
