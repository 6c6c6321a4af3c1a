//! What clients send.
use std::sync::Arc;

use outcry_kit::{Fault, RawValue, Room, Sent};
use socketioxide::adapter::LocalAdapter;
use socketioxide::extract::{AckSender, SocketRef};
use socketioxide::handler::{FromMessageParts, MessageHandler, Value};
use socketioxide::socket::Socket;

use crate::clients::{Client, Clients};

/// The handler of all events. The framework runs a closure in a task of its own, so two events of one client could change places. This
/// handler takes an event on the task that has read it.
pub struct Messages(pub Arc<Room<Clients>>);

impl MessageHandler<LocalAdapter, Value> for Messages {
    fn call(&self, socket: Arc<Socket>, mut value: Value, ack_id: Option<i64>) {
        let Self(room) = self;
        let received = room.now();
        let Ok(ack) = AckSender::from_message_parts(&socket, &mut value, &ack_id);
        let Ok(socket) = SocketRef::from_message_parts(&socket, &mut value, &ack_id);
        let from = Client::from(socket);
        // The framework's task that tells of a new client may be late.
        if !room.has(&from) {
            room.connect(&from);
        }
        let Value::Str(text, attached) = &value else { return room.unreadable(&from) };
        let Ok((event, data)) = read(text) else { return room.unreadable(&from) };
        let bytes = || Err(Fault::new("wrong-type", "a body must be JSON; the framework may carry bytes"));
        let data = attached.as_ref().map_or(Ok(data), |_| bytes());
        let sent = Sent { from: &from, event, data, received };
        match ack_id {
            None => room.receive(sent),
            // It fails where the client has gone.
            Some(_) => room.request(sent, |reply| drop(ack.send(reply))),
        }
    }
}

/// The name of an event and the first of its arguments, if it has any.
fn read(packet: &str) -> serde_json::Result<(&str, Option<&RawValue>)> {
    let parts: Vec<&RawValue> = serde_json::from_str(packet)?;
    let event = serde_json::from_str(parts.first().map_or("", |name| name.get()))?;
    Ok((event, parts.get(1).copied()))
}
