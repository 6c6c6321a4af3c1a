/**
 * SockJS has no word for "I leave": a client that polls just stops, and the server takes that for a pause of several
 * seconds. So a client that closes sends this text, after everything else it has sent, and the server closes the
 * connection.
 */
export const LEAVE = '"leave"';
