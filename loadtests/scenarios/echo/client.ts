import { messageClient } from '../messages/message-run.ts';

export default messageClient('echo');
