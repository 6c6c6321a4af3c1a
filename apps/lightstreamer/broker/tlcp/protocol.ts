/** The versions of the protocol that clients may ask for. */

/** TLCP-2.5.0 is the newest that is known here. */
const NEWEST_MINOR = 5;

/**
 * The minor of `TLCP-2.<minor>.<patch>`.
 * @returns `unsupported` for a version that is not spoken here, null for what names none
 */
export function minorOf(protocol: string): number | 'unsupported' | null {
  const version = /^TLCP-(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(protocol);
  if (version === null) return null;
  const minor = Number(version[2]);
  return version[1] === '2' && minor <= NEWEST_MINOR ? minor : 'unsupported';
}
