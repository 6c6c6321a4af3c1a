/** Telling everyone of a change. */
import type { EventName, Events } from '../../../shared-ui/auction/contract.ts';

/** Sends an event to every connection. */
export type Tell = <Name extends EventName>(event: Name, data: Events[Name]) => void;
