import { judgeFeed } from '../feed/judge.ts';
import type { Judge } from '../scenario.ts';
import type { FloodParams } from './params.ts';

/** Every body reached every client: a page that falls behind is slow, and one that loses something is wrong. */
const judge: Judge<FloodParams> = (evidence) => judgeFeed(evidence);

export default judge;
