import { messageCharts } from '../messages/charts.ts';

/** Nothing is delivered to others, so what is left is to see a client that sends late. */
export default messageCharts('fromDue', 'fromSent');
