export { judgeMessages as default } from '../messages/judge.ts';
