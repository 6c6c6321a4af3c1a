import { messageCharts } from '../messages/charts.ts';

/** Only `fromDue` sees a client that sends late; `delivery` does not favour a server that serves the sender first. */
export default messageCharts('delivery', 'fromDue', 'fromSent');
