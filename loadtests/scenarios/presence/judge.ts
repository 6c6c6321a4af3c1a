/** The rules for messages, which hold for comings and goings too. */
export { judgeMessages as default } from '../messages/judge.ts';
