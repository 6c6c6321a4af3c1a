/** Knockout bindings of the auction page: fields with their complaints, folding, and marking what has changed. */
import ko from 'knockout';
import type { Field } from './form.ts';

const keep = (element: Element, subscription: ko.Subscription): void => subscription.disposeWhenNodeIsRemoved(element);

/** `field: <Field>` on an input or textarea: its value, and its complaint in the element `<id>-problem`, tied to it for screen readers. */
ko.bindingHandlers.field = {
  init(element: HTMLInputElement, value: () => Field) {
    const field = value();
    ko.applyBindingsToNode(element, { textInput: field.value }, null);
    const hints = element.getAttribute('aria-describedby');
    const tell = (problem: string | null) => {
      element.setAttribute('aria-invalid', String(problem !== null));
      const ids = [problem === null ? null : `${element.id}-problem`, hints].filter((id) => id !== null);
      element.setAttribute('aria-describedby', ids.join(' '));
    };
    tell(field.problem());
    keep(element, field.problem.subscribe(tell));
    keep(
      element,
      field.wanted.subscribe(() => {
        element.focus();
        element.select();
      }),
    );
  },
};

/** `unfolded: <observable>` on a `details` element, both ways. */
ko.bindingHandlers.unfolded = {
  init(element: HTMLDetailsElement, value: () => ko.Observable<boolean>) {
    element.addEventListener('toggle', () => value()(element.open));
  },
  update(element: HTMLDetailsElement, value: () => ko.Observable<boolean>) {
    element.open = ko.unwrap(value());
  },
};

/**
 * `busy: <observable>` on a button. Not `disabled`: a button that is switched off under the finger loses the focus, and
 * a form that is being sent is not sent twice anyway.
 */
ko.bindingHandlers.busy = {
  update(element: HTMLButtonElement, value: () => ko.Observable<boolean>) {
    element.setAttribute('aria-disabled', String(ko.unwrap(value())));
  },
};

/** `changed: <observable number>`: the element is marked for a moment each time the number grows. */
ko.bindingHandlers.changed = {
  init(element: HTMLElement, value: () => ko.Observable<number>) {
    const mark = () => {
      element.classList.remove('changed');
      // Without a look at the layout between the two, the animation would not start again.
      void element.offsetWidth;
      element.classList.add('changed');
    };
    keep(element, value().subscribe(mark));
  },
};

/** `focusNow: <observable>`: takes the focus when it comes into the page while the observable is true, once. */
ko.bindingHandlers.focusNow = {
  init(element: HTMLElement, value: () => ko.Observable<boolean>) {
    const wanted = value();
    if (!wanted.peek()) return;
    wanted(false);
    element.focus();
  },
};
