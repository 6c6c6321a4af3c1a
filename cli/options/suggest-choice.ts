/** Completes commander's message about a wrong choice, which lists the choices, with the one that was probably meant. */
import { didYouMean } from '../../system/did-you-mean.ts';

const WRONG_CHOICE = /argument '(.*)' is invalid\. Allowed choices are (.+)\.$/;

export function withSuggestion(message: string): string {
  const [, given, choices] = WRONG_CHOICE.exec(message.trimEnd()) ?? [];
  if (given === undefined || choices === undefined) return message;
  return `${message.trimEnd()}${didYouMean(given, choices.split(', '))}\n`;
}
