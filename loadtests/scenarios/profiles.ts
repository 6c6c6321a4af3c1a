/** Profiles: whole sets of options under one name, found with the scenarios that they run. Options on the command line win. */
import { noSuch } from '../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { FoundScenario } from './find.ts';
import type { Profile } from './profile.ts';

export interface FoundProfile extends Profile {
  scenario: string;
}

/** All profiles, the usual one first. */
export function profilesOf(found: readonly FoundScenario[]): FoundProfile[] {
  return found
    .flatMap(({ scenario: { name, profiles = [] } }) => profiles.map((profile) => ({ ...profile, scenario: name })))
    .sort((a, b) => Number(b.usual ?? false) - Number(a.usual ?? false));
}

/**
 * @param name undefined: the usual one
 * @throws OutcryError (wrong use) that lists what there is
 */
export function profileNamed(found: readonly FoundScenario[], name: string | undefined): FoundProfile {
  const all = profilesOf(found);
  const one = all.find((profile) => (name === undefined ? profile.usual === true : profile.name === name));
  if (one) return one;
  if (name === undefined) throw new OutcryError('no scenario has the usual profile', EXIT.usage);
  throw noSuch(
    'profile',
    name,
    all.map((profile) => profile.name),
  );
}
