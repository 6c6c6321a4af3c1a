/** The vendor's client libraries that this app is built with, and the servers that they work with. */
import app from '../app.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };

const IN_PAGES = 'lightstreamer-client-web';

/** The version of the one in the pages. The one in Node.js is of the same generation. */
export const CLIENT_LIBRARY = manifest.dependencies[IN_PAGES];

/** The oldest server for each generation of the libraries, as its README says under "Compatibility"; newest first. */
const OLDEST_SERVERS: readonly (readonly [generation: string, server: string])[] = [
  ['9.2', '7.4'],
  ['8.0', '7.0'],
];

/** The oldest server, such as "7.4", for clients with version `library`: that of the newest generation where it is of another one. */
export function oldestServer(library: string): string {
  const known = OLDEST_SERVERS.find(([generation]) => library.startsWith(`${generation}.`));
  return (known ?? OLDEST_SERVERS[0]!)[1];
}

/** The reason why clients with version `library` cannot use a server of version `server` ("7.2.0 build 2001"); null when they can. */
export function whyTooOld(server: string, library: string): string | null {
  if (goTogether(server, library)) return null;
  const what = `it is Lightstreamer Server ${server}, and the client libraries of this app, ${library}, need ${oldestServer(library)} or newer`;
  const other = Object.entries(app.versions.sets).find(([, packages]) => goTogether(server, packages[IN_PAGES]));
  return other === undefined ? what : `${what}; measure it as ${app.id}@${other[0]}, which has older ones`;
}

function goTogether(server: string, library: string): boolean {
  const [major = 0, minor = 0] = numbersOf(server);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(oldestServer(library));
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

const numbersOf = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10));
