export { default } from '../broadcast/client.ts';
