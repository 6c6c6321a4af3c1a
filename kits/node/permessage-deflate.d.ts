/** An extension for the WebSockets of `faye-websocket`, which the library uses on the server and in Node. */
declare module 'permessage-deflate' {
  const deflate: object;
  export default deflate;
}
