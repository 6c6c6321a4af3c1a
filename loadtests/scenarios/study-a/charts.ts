/** Ranked as a broadcast; `fromSent`, which the study measured, stands beside it. */
export { default } from '../broadcast/charts.ts';
