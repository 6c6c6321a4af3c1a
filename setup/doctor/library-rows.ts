/** Doctor's rows for the native libraries that apps load by themselves. */
import { kitsOf, readKits } from '../apps/manifest/kits.ts';
import type { App } from '../apps/manifest/manifest.ts';
import { meetsLibrary } from '../tools/libraries.ts';
import type { DoctorRow } from './doctor-row.ts';

/** A row for each library of the kits of `apps`: whether it is there, and new enough. */
export async function libraryRows(apps: readonly App[]): Promise<DoctorRow[]> {
  const kits = readKits();
  const needed = kits.flatMap(({ id, libraries }) => {
    const served = apps.filter((app) => kitsOf(app, kits).some((kit) => kit.id === id)).map(({ label }) => label);
    return served.length === 0 ? [] : libraries.map(({ library, for: use }) => ({ kit: id, library, use, served }));
  });
  return Promise.all(
    needed.map(async ({ kit, library, use, served }) => {
      const { id, ...verdict } = await meetsLibrary(library);
      return { ...verdict, id: `library:${kit}:${id}`, neededFor: `${use} of ${served.join(', ')} (${library})` };
    }),
  );
}
