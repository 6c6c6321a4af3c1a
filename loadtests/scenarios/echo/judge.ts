import { judgeMessages } from '../messages/judge.ts';
import type { MessageParams } from '../messages/params.ts';
import type { Judge } from '../scenario.ts';

const judge: Judge<MessageParams> = judgeMessages;
export default judge;
