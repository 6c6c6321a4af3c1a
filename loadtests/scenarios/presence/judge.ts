import { judgeMessages } from '../messages/judge.ts';
import type { Judge } from '../scenario.ts';
import type { PresenceParams } from './scenario.ts';

/** What holds for messages holds for comings and goings. */
const judge: Judge<PresenceParams> = judgeMessages;
export default judge;
