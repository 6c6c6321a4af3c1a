import { amount, text, type ValuesOf } from '../shared/params.ts';

export const IDLE_PARAMS = {
  seconds: amount(10, [1, 86_400], 'how long to hold the connections', '{} s'),
  steps: text('', 'client counts to run in turn, such as 100,500,1000: gives the slope per connection', 'steps {}', {
    '': '',
  }),
};

export type IdleParams = ValuesOf<typeof IDLE_PARAMS>;
