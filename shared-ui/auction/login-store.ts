/**
 * The page's store of a login's token: the session storage of its tab. It outlives a reconnection and a reload, no other tab or site
 * has it, and it goes with the tab. Never in the URL, which is logged and shared.
 */
const KEY = 'outcry-login';

export interface LoginStore {
  get(): string | null;
  set(token: string): void;
  clear(): void;
}

/** Keeps tokens in `storage`; in memory alone when the browser refuses it (then a reload logs out). */
export function loginStore(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): LoginStore {
  let token: string | null = null;
  const attempt = (action: (kept: ReturnType<typeof storage>) => void): void => {
    try {
      action(storage());
    } catch {
      // Storage is switched off; what is in memory will do.
    }
  };
  attempt((kept) => {
    token = kept.getItem(KEY);
  });
  return {
    get: () => token,
    set(value) {
      token = value;
      attempt((kept) => kept.setItem(KEY, value));
    },
    clear() {
      token = null;
      attempt((kept) => kept.removeItem(KEY));
    },
  };
}
