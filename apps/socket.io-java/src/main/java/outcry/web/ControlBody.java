package outcry.web;

/** The body of a control request, as it comes. */
interface ControlBody {
  /** Takes the bytes that come next. @param isLast true if nothing comes after them */
  void take(byte[] bytes, boolean isLast);
}
