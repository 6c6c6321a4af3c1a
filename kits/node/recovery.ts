/** True if the server is asked to recover lost sessions (`protocol/server-process.md`). */
export const RECOVERS = process.env.RECOVERY === 'on';
