package outcry.auction;

/**
 * A connection's login, as the server keeps it. The token itself is not kept.
 *
 * @param expiresAt ms since 1970
 */
record Identity(long userId, String user, String tokenHash, long expiresAt) {}
