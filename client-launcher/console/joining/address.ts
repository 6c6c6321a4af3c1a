/** The address on which a runner listens for workers and which workers connect to. */
import { hostname } from 'node:os';

export interface JoinAddress {
  host: string;
  port: number;
}

const LOOPBACK = '127.0.0.1';

/** Reads `[HOST:]PORT`; an IPv6 HOST is in brackets. Without HOST it is loopback. @returns null when it is none */
export function joinAddress(text: string): JoinAddress | null {
  const found = /^(?:(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):)?(\d{1,5})$/.exec(text);
  const port = Number(found?.[2]);
  if (found === null || port > 65_535) return null;
  return { host: found[1]?.replace(/^\[|\]$/g, '') ?? LOOPBACK, port };
}

/** Reads the address that a worker is to join at. @returns null when it is none */
export function joinUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.hash === '';
  return (url.protocol === 'ws:' || url.protocol === 'wss:') && plain ? url : null;
}

/** Returns the URL at which workers join: if the runner listens on all interfaces, with this machine's own name. */
export function urlOf({ host, port }: JoinAddress): string {
  const name = host === '0.0.0.0' || host === '::' ? hostname() : host;
  return `ws://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Tells whether only this machine reaches a listener at `host`. */
export const isLoopback = (host: string): boolean => /^127\.|^localhost$|^\[?::1\]?$/.test(host);
