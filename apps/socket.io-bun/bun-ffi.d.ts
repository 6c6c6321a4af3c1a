/** The part of Bun's calls of C libraries that the app uses. Bun's own types are for whole projects: they change those of Node.js. */
declare module 'bun:ffi' {
  interface Signature {
    args: readonly string[];
    returns: string;
  }
  /** Opens a library. @throws when there is none of the name */
  export function dlopen<Symbols extends Record<string, Signature>>(
    name: string,
    symbols: Symbols,
  ): { symbols: { [Name in keyof Symbols]: (...values: number[]) => number } };
  /** Returns the address of an array's content. */
  export function ptr(array: BigInt64Array | Int32Array): number;
}
