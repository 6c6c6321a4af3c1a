package outcry.hub;

/** A client that the hub stopped waiting for. {@code clientId} is null when it had not said which client it was. */
public record Vanished(Long clientId, String why) {}
