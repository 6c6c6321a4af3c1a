export { default } from '../broadcast/charts.ts';
