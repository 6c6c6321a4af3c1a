/** The names of machines in records. */
import type { HostAbout } from '../member-host.ts';

/** Tells machines apart that are called alike: each but the first gets a number behind its name, for as long as the session lasts. */
export class HostNames {
  readonly #ids = new Map<string, string>();

  /** Of machines that do not say which they are, those with one name are one. */
  nameOf({ name, id }: Pick<HostAbout, 'name' | 'id'>): string {
    if (id === null) return name;
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name}#${number}`;
      if ((this.#ids.get(free) ?? id) !== id) continue;
      this.#ids.set(free, id);
      return free;
    }
  }
}
