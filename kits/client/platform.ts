/** What the adapter runs on. */
export const IN_NODE = typeof process === 'object' && process.versions?.node !== undefined;
