/**
 * The server's origin as browsers and workers elsewhere reach it.
 * @param advertise the server's machine by a name or address that they know; null when they run on it
 */
export function advertisedUrl(url: string, advertise: string | null): string {
  if (advertise === null) return url;
  const advertised = new URL(url);
  advertised.hostname = advertise.includes(':') ? `[${advertise}]` : advertise;
  return advertised.origin;
}
