import { messageCharts } from '../messages/charts.ts';

/** What the study measured. */
export default messageCharts('fromSent');
