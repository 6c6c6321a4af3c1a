/** True in Node, false in a browser. */
export const IN_NODE = typeof process === 'object' && process.versions?.node !== undefined;
