/** What holds for messages holds for comings and goings. */
export { judgeMessages as default } from '../messages/judge.ts';
