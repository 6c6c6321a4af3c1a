/** Tests that capture. */

/**
 * `describe` for tests of a capture; where this machine has no capture they are skipped, and say so.
 * @param missing why this machine has none, in a sentence that says `not installed` of what could be; null: it has one
 * @throws where CI is set and what is missing could be installed
 */
export function describeCapture(missing: string | null): typeof describe | typeof describe.skip {
  if (missing === null) return describe;
  if (process.env.CI && missing.includes('not installed'))
    throw new Error(`CI is set, and ${missing}; ./outcry test fault installs it`);
  process.stderr.write(`tests of the capture: skipped, ${missing}\n`);
  return describe.skip;
}
