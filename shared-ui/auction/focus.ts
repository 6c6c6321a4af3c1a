/** The next place of the focus when its element goes away: people without a mouse must not be thrown back to the top. */

/** The heading of the item next to `item`, or the heading of the list. */
function neighbourOf(item: Element): HTMLElement | null {
  const next = item.nextElementSibling ?? item.previousElementSibling;
  return next?.querySelector<HTMLElement>('h3') ?? document.querySelector<HTMLElement>('#items-heading');
}

/** Takes the list entry `item` away, and the focus, if it was in there, to its neighbour. */
export function takeAway(item: Node): void {
  if (item instanceof Element && item.contains(document.activeElement)) neighbourOf(item)?.focus();
  item.parentNode?.removeChild(item);
}

/** Moves the focus to `selector` once the page shows it, unless a person has put it somewhere meanwhile. */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      document.querySelector<HTMLElement>(selector)?.focus();
  });
}
