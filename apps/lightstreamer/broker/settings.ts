/** The settings of the broker's process, from its environment. */

export interface Settings {
  host: string;
  /** The port that clients connect to; 0: any free port. */
  port: number;
  /** The name that clients give the Adapter Set. */
  adapterSet: string;
  /** The origin of the server that gets the requests that are not for the broker; null: none. */
  upstream: string | null;
  /** True if streams over HTTP are compressed. */
  compresses: boolean;
}

/** @throws Error, a sentence for people, when a variable is wrong */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const { HOST: host = '', PORT: port = '', ADAPTER_SET: adapterSet = '', UPSTREAM: upstream = '' } = env;
  if (!/^\d{0,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT is "${port}"; a port is a number from 0 (any free one) to 65535`);
  }
  if (upstream !== '' && !(/^http:\/\/[^/]+\/?$/.test(upstream) && URL.canParse(upstream))) {
    throw new Error(`UPSTREAM is "${upstream}"; it must be an origin, such as http://127.0.0.1:4001`);
  }
  return {
    host: host || '127.0.0.1',
    port: Number(port),
    adapterSet: adapterSet || 'DEFAULT',
    upstream: upstream === '' ? null : new URL(upstream).origin,
    compresses: env.COMPRESSION === 'deflate',
  };
}
