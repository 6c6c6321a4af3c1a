/** Reads what may be gone or was never there, such as files of /proc. Returns `otherwise` where `read` throws. */
export function readOr<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
