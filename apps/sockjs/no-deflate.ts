/** Browsers compress by themselves. */
export default null;
