/** A Knockout binding for `<input type=number>`: the observable holds a number, NaN when the field does not. */
import ko from 'knockout';

ko.bindingHandlers.number = {
  init(element: HTMLInputElement, value: () => ko.Observable<number>) {
    element.addEventListener('input', () => value()(element.valueAsNumber));
  },
  update(element: HTMLInputElement, value: () => ko.Observable<number>) {
    const number = ko.unwrap(value());
    if (!Number.isNaN(number) && element.valueAsNumber !== number) element.valueAsNumber = number;
  },
};
