import { asInstalled } from './command-name.ts';

test.each([
  ['show it with ./outcry charts', 'show it with outcry charts'],
  ['(./outcry)', '(outcry)'],
  ['./outcry run, then ./outcry report --json', 'outcry run, then outcry report --json'],
  ['npm install ./outcry-0.2.0.tgz', 'npm install ./outcry-0.2.0.tgz'],
  ['../outcry run and /home/me/./outcry run', '../outcry run and /home/me/./outcry run'],
  ['./outcry.json', './outcry.json'],
])('%j', (text, expected) => expect(asInstalled(text)).toBe(expected));
