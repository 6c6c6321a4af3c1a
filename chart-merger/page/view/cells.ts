/** Bindings that fill table cells, with text only: labels and messages come from records that anybody may have written. */
import ko from 'knockout';
import type { signOf } from '../model/palette.ts';
import type { RowName } from '../model/row-texts.ts';
import type { Cell } from '../model/table-cells.ts';

/** The parameters of `sorts`: the sort key and the heading; `by` null is a heading that does not sort. */
interface Sorting {
  by: string | null;
  label: string;
  order: ko.Subscribable<string> & { (): string; peek(): string };
}

const SVG = 'http://www.w3.org/2000/svg';

function make(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** A row's line and marker, as in the charts. */
function drawSign({ colour, dash, marker, fill }: ReturnType<typeof signOf>): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = (attributes: Record<string, string>) => {
    const element = document.createElementNS(SVG, 'path');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    svg.append(element);
  };
  svg.setAttribute('viewBox', '0 0 38 12');
  svg.setAttribute('width', '38');
  svg.setAttribute('height', '12');
  svg.setAttribute('aria-hidden', 'true');
  path({ d: 'M1 6H37', stroke: colour, 'stroke-width': '1.75', 'stroke-dasharray': dash, fill: 'none' });
  path({ d: marker, fill, stroke: colour, 'stroke-width': '1.2' });
  return svg;
}

/** `shown: condition` shows or hides; unlike Knockout's `visible` it also shows what the page hides until it is bound. */
ko.bindingHandlers.shown = {
  update(element: HTMLElement, valueAccessor: () => unknown) {
    element.hidden = !ko.unwrap(valueAccessor());
  },
};

/** `scrolls: true`: what is larger than its place can be scrolled by keyboard too, which can only reach what takes the focus. */
ko.bindingHandlers.scrolls = {
  init(element: HTMLElement) {
    const update = () => {
      const isLarger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
      if (isLarger) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    // A table that fills makes no element of another size, but for itself.
    const table = new MutationObserver(() => {
      for (const child of element.children) observer.observe(child);
      update();
    });
    table.observe(element, { childList: true, subtree: true });
    ko.utils.domNodeDisposal.addDisposeCallback(element, () => {
      observer.disconnect();
      table.disconnect();
    });
  },
};

/** `sign: sign` draws a row's sign into the element. */
ko.bindingHandlers.sign = {
  update(element: HTMLElement, valueAccessor: () => ReturnType<typeof signOf>) {
    element.replaceChildren(drawSign(ko.unwrap(valueAccessor())));
  },
};

/** `sorts: {by, label, order}` makes a heading a button that sorts the rows by its figure, lowest first, and back by the answer. */
ko.bindingHandlers.sorts = {
  init(element: HTMLElement, valueAccessor: () => Sorting) {
    const { by, label, order } = valueAccessor();
    if (by === null) {
      element.textContent = label;
      return;
    }
    const button = make('button', 'sort', label);
    (button as HTMLButtonElement).type = 'button';
    button.addEventListener('click', () => order(order.peek() === by ? 'answer' : by));
    element.replaceChildren(button);
  },
  update(element: HTMLElement, valueAccessor: () => Sorting) {
    const { by, order } = valueAccessor();
    if (by !== null) element.setAttribute('aria-sort', order() === by ? 'ascending' : 'none');
  },
};

/** `cell: figure` shows a figure; where it has none, also why, for those who cannot hover. */
ko.bindingHandlers.cell = {
  update(element: HTMLElement, valueAccessor: () => Cell) {
    const { text, why, strong } = ko.unwrap(valueAccessor());
    const [, figure = text, more = ''] = /^(.*\d.*?) (\(.*\))$/.exec(text) ?? [];
    element.textContent = figure;
    // Below the figure a column takes half the width.
    if (more !== '') element.append(' ', make('small', '', more));
    element.classList.toggle('strong', strong);
    element.title = why ?? '';
    if (why && !/\d/.test(text)) {
      element.classList.add('absent');
      element.append(make('span', 'visually-hidden', ` ${why}`));
    }
  },
};

/** `rowHead: row` shows a row's sign and name. */
ko.bindingHandlers.rowHead = {
  update(element: HTMLElement, valueAccessor: () => Pick<RowName, 'sign' | 'label'>) {
    const { sign, label } = ko.unwrap(valueAccessor());
    const name = make('span', 'row-name');
    name.append(drawSign(sign), make('span', 'row-label', label));
    element.replaceChildren(name);
  },
};

/** `dropdown: true`: a `details` that lies over the page closes by Escape, and by a press elsewhere. */
ko.bindingHandlers.dropdown = {
  init(element: HTMLDetailsElement) {
    const close = (event: Event) => {
      if (!element.contains(event.target as Node)) element.open = false;
    };
    element.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    });
    document.addEventListener('pointerdown', close);
    ko.utils.domNodeDisposal.addDisposeCallback(element, () => document.removeEventListener('pointerdown', close));
  },
};
