export { MESSAGE_CHARTS as default } from '../messages/charts.ts';
