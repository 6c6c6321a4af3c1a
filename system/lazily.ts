/** Gives what `make` makes, made when it is first asked for: many start Outcry, or load its modules, and never use it. */
export function lazily<T>(make: () => T): () => T {
  let made: { is: T } | null = null;
  return () => {
    made ??= { is: make() };
    return made.is;
  };
}
