/** Words that explain themselves: a tap or Enter opens the explanation beside them, and another one or Escape closes it. */
import ko from 'knockout';
import type { Chip } from '../model/row-texts.ts';

const ID = 'explanation';
/** Between the words and their explanation, px. */
const GAP = 6;

/** Places the open explanation below its words, or above where there is no room, and within the page's width. */
function place(box: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + GAP + height <= innerHeight;
  box.style.left = `${Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - width - GAP))}px`;
  box.style.top = `${below ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height)}px`;
}

function explain(button: HTMLElement, explanation: string): void {
  const box = document.getElementById(ID)!;
  const isMine = button.getAttribute('aria-describedby') === ID;
  box.hidePopover();
  if (isMine) return;
  box.textContent = explanation;
  button.setAttribute('aria-describedby', ID);
  button.setAttribute('aria-expanded', 'true');
  const closed = ({ newState }: ToggleEvent) => {
    if (newState !== 'closed') return;
    button.removeAttribute('aria-describedby');
    button.setAttribute('aria-expanded', 'false');
    box.removeEventListener('beforetoggle', closed as EventListener);
  };
  box.addEventListener('beforetoggle', closed as EventListener);
  box.showPopover();
  place(box, button);
}

/** A button that shows `explanation` when it is pressed. */
function explained(text: string, explanation: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'explained';
  button.textContent = text;
  button.setAttribute('aria-expanded', 'false');
  // A press on the button whose explanation is open would close it before the click opens it again.
  button.setAttribute('popovertarget', ID);
  button.setAttribute('popovertargetaction', 'hide');
  button.addEventListener('click', (event) => {
    event.preventDefault();
    explain(button, explanation);
  });
  return button;
}

/** `explains: {text, about}` fills the element with a button, or with the text alone where there is nothing to say about it. */
ko.bindingHandlers.explains = {
  update(element: HTMLElement, valueAccessor: () => { text: string; about: string }) {
    const { text, about } = valueAccessor();
    element.replaceChildren(about === '' ? text : explained(text, about));
  },
};

/** `chips: list` fills the element with buttons. The same chips again leave the focus where it is. */
ko.bindingHandlers.chips = {
  update(element: HTMLElement, valueAccessor: () => Chip[]) {
    const chips = ko.unwrap(valueAccessor());
    const buttons = chips.map(({ text, level, explanation }) => {
      const button = explained(text, explanation);
      button.classList.add('flag');
      button.dataset.level = level;
      return button;
    });
    element.replaceChildren(...buttons);
    element.hidden = buttons.length === 0;
  },
};
