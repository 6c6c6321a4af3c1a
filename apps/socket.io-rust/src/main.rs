//! Socket.IO in Rust: socketioxide on axum.
mod clients;
mod messages;

use std::convert::Infallible;
use std::sync::Arc;

use clients::{Client, Clients};
use messages::Messages;
use outcry_kit::{Room, TRANSPORT_LIMIT_BYTES, serve};
use socketioxide::SocketIo;
use socketioxide::extract::SocketRef;
use socketioxide::handler::ConnectHandler;

/// Messages that may wait for a client: more than one can be sent before it misses a ping. By default 128 may wait, and the framework
/// drops what is over it without a word to the client.
const WAITING_MESSAGES: usize = 1 << 24;

#[tokio::main]
async fn main() {
    let (layer, io) = SocketIo::builder()
        .max_payload(TRANSPORT_LIMIT_BYTES as u64)
        .ws_max_message_size(TRANSPORT_LIMIT_BYTES)
        .ws_max_frame_size(TRANSPORT_LIMIT_BYTES)
        .max_buffer_size(WAITING_MESSAGES)
        .build_layer();
    let room = Arc::new(Room::new(Clients(io.clone())));
    let [connecting, connected] = [room.clone(), room.clone()];
    // The client can send as soon as it is connected, and the framework drops an event that has no handler yet.
    let prepare = async move |socket: SocketRef| {
        socket.on_fallback(Messages(connecting.clone()));
        socket.on_disconnect(async move |socket: SocketRef| {
            let client = Client::from(socket);
            client.mark_ended();
            connecting.disconnect(&client);
        });
        Ok::<(), Infallible>(())
    };
    io.ns("/", (async move |socket: SocketRef| connected.connect(&socket.into())).with(prepare));
    serve(room, env!("FRAMEWORK_VERSION"), |router| router.layer(layer), async { io.close().await }).await;
}
