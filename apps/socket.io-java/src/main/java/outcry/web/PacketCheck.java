package outcry.web;

import io.netty.buffer.ByteBuf;

/**
 * Looks at packets before the framework reads them, which takes the lower half of any byte for a kind of packet, has kinds of older
 * protocols, and says nothing about packets that only servers send.
 */
final class PacketCheck {
  /** Kinds of packets that clients send: close, ping, pong, message, upgrade, noop. */
  private static final String KINDS = "123456";

  private static final byte MESSAGE = '4';
  private static final byte CONNECT = '0';

  /** Kinds of messages that clients send: connect, disconnect, event, acknowledgement, and the last two with binary parts. */
  private static final String MESSAGES = "012356";

  /** Most bytes of a packet before its arguments. The framework reads digits there in a time that grows with the square of their number. */
  private static final int HEAD_LIMIT = 100;

  private static final byte SEPARATOR = 0x1e;

  private PacketCheck() {}

  /** True if {@code content} is packets of a client. */
  static boolean passes(ByteBuf content) {
    int end = content.writerIndex();
    for (int start = content.readerIndex(); start < end; ) {
      int packetEnd = end(content, start);
      if (packetEnd == start || !isOne(content, start, packetEnd)) return false;
      start = packetEnd + 1;
    }
    return true;
  }

  /** The end of the packet that begins at {@code start}. */
  static int end(ByteBuf content, int start) {
    int separator = content.indexOf(start, content.writerIndex(), SEPARATOR);
    return separator < 0 ? content.writerIndex() : separator;
  }

  /** True if {@code packet}, one that passes, connects its client; one to another namespace does not. */
  static boolean connects(ByteBuf packet) {
    int start = packet.readerIndex();
    int length = packet.readableBytes();
    if (length < 2 || packet.getByte(start) != MESSAGE || packet.getByte(start + 1) != CONNECT) return false;
    return length == 2 || packet.getByte(start + 2) != '/';
  }

  private static boolean isOne(ByteBuf content, int start, int end) {
    if (KINDS.indexOf(content.getByte(start)) < 0) return false;
    if (content.getByte(start) != MESSAGE) return content.indexOf(start, end, (byte) ':') < 0;
    if (end - start < 2 || MESSAGES.indexOf(content.getByte(start + 1)) < 0) return false;
    return content.indexOf(start, end, (byte) '[') - start <= HEAD_LIMIT;
  }
}
