/** Metrics of clients that send messages and get them back, without and with what reaches other clients too. */
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';

const { delivery, ...own } = CLIENT_METRICS;

export const MESSAGE_METRICS = own;
export const SHARED_MESSAGE_METRICS = { ...own, delivery };
