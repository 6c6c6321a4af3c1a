import { messageClient } from '../messages/message-client.ts';

export default messageClient('publish');
