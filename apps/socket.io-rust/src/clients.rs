//! The ways to the clients.
use std::future::Future;
use std::hash::{Hash, Hasher};
use std::pin::pin;
use std::task::{Context, Waker};

use outcry_kit::{Message, Outputs};
use socketioxide::SocketIo;
use socketioxide::extract::SocketRef;

/// The framework's room of all clients that the kit's room has been told of.
const ROOM: &str = "open";

/// A mark in a socket that has ended. If a client leaves while the framework lets it in, the framework keeps calling the socket connected.
#[derive(Clone)]
struct Ended;

/// A client, which is its id.
#[derive(Clone)]
pub struct Client(SocketRef);

impl Client {
    /// Keeps it from being opened later. It comes before the end in the room, so that no other thread opens the client in between.
    pub fn mark_ended(&self) {
        self.0.extensions.insert(Ended);
    }

    fn is_open(&self) -> bool {
        self.0.connected() && self.0.extensions.get::<Ended>().is_none()
    }
}

impl From<SocketRef> for Client {
    fn from(socket: SocketRef) -> Self {
        Self(socket)
    }
}

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Client {}

impl Hash for Client {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

pub struct Clients(pub SocketIo);

impl Outputs for Clients {
    type Connection = Client;

    fn open(&self, client: &Client) -> bool {
        if client.is_open() {
            client.0.join(ROOM);
        }
        client.is_open()
    }

    fn send(&self, Client(to): &Client, event: &str, data: &Message<'_>) {
        // It fails where the client has gone.
        to.emit(event, data).ok();
    }

    fn broadcast(&self, event: &str, data: &Message<'_>) {
        // With all clients in this process it is done at the first poll. It fails for clients that have gone.
        let sending = pin!(self.0.to(ROOM).emit(event, data));
        let done = sending.poll(&mut Context::from_waker(Waker::noop()));
        debug_assert!(done.is_ready());
    }
}
