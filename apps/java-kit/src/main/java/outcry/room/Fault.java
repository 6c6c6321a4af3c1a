package outcry.room;

/** Why something cannot be taken: the code and the sentence it is refused with. So ordinary that it has no stack. */
public final class Fault extends Exception {
  private static final long serialVersionUID = 1;

  private final String code;

  Fault(String code, String reason) {
    super(reason, null, false, false);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
