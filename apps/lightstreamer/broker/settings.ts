/** What the environment says to the broker's process. */

export interface Settings {
  host: string;
  /** Where clients are awaited; 0: any free one. */
  port: number;
  /** The name that clients ask for the Adapter Set by. */
  adapterSet: string;
  /** Where adapters are awaited. */
  ports: { metadata: number; data: number; notify: number };
  /** The origin of the server that gets what is not for the broker; null: nobody gets it. */
  upstream: string | null;
  /** Origins of pages from elsewhere that may ask over HTTP; `*`: all. */
  origins: string[];
}

/** @throws Error, a sentence for people, when a variable cannot be */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const ports = (env.ARI || '0,0,0').split(',').map((text) => portOf('ARI', text));
  if (ports.length !== 3) throw new Error(`ARI is "${env.ARI}"; it must be three ports: metadata,data,notify`);
  const [metadata, data, notify] = ports as [number, number, number];
  return {
    host: env.HOST || '127.0.0.1',
    port: portOf('PORT', env.PORT || '0'),
    adapterSet: env.ADAPTER_SET || 'DEFAULT',
    ports: { metadata, data, notify },
    upstream: env.UPSTREAM ? originOf('UPSTREAM', /^http:\/\/[^/]+\/?$/, env.UPSTREAM) : null,
    origins: (env.ORIGINS ?? '').split(',').flatMap((text) => originsIn(text.trim())),
  };
}

function portOf(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Error(`${name} is "${text}"; a port is a number from 0 (any free one) to 65535`);
}

function originsIn(text: string): string[] {
  if (text === '') return [];
  return [text === '*' ? text : originOf('ORIGINS', /^https?:\/\/[^/]+\/?$/, text)];
}

function originOf(name: string, pattern: RegExp, text: string): string {
  if (pattern.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new Error(`${name} is "${text}"; it must be an origin, such as http://127.0.0.1:4001`);
}
