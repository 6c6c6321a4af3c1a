package outcry.hub;

/** A fault in what a client sent: the code and the sentence it is refused with. Thrown by what reads, and so often that it has no stack. */
public final class Fault extends Exception {
  private static final long serialVersionUID = 1;

  private final String code;

  public Fault(String code, String reason) {
    super(reason, null, false, false);
    this.code = code;
  }

  public String code() {
    return code;
  }

  public String reason() {
    return getMessage();
  }

  static Fault missing(String field) {
    return new Fault("missing-field", field + " is missing");
  }

  static Fault wrongType(String field, String expected) {
    return new Fault("wrong-type", field + " must be " + expected);
  }

  static Fault outOfRange(String field, String expected) {
    return new Fault("out-of-range", field + " must be " + expected);
  }

  static Fault wrongState(String reason) {
    return new Fault("wrong-state", reason);
  }
}
