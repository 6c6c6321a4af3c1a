/** Whether a broker answers, and what it calls itself. */

/** Between two looks, ms. */
export const PROBE_MS = 250;

/** The `Server` header of whatever answers at `origin`, "" where it has none; null and why when nothing answers. */
export async function probe(origin: string): Promise<{ header: string | null; why: string }> {
  try {
    const response = await fetch(`${origin}/lightstreamer/healthcheck`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(2_000),
    });
    await response.body?.cancel();
    return { header: response.headers.get('server') ?? '', why: '' };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return { header: null, why: cause?.code ?? cause?.message ?? (error as Error).message };
  }
}
