package outcry.web;

import java.util.function.Supplier;

/** A value that is made when it is first asked for, once, whichever thread asks. */
final class Lazy<T> {
  private final Supplier<T> make;
  private volatile T value;

  Lazy(Supplier<T> make) {
    this.make = make;
  }

  T get() {
    T known = value;
    return known != null ? known : makeOnce();
  }

  private synchronized T makeOnce() {
    if (value == null) value = make.get();
    return value;
  }
}
