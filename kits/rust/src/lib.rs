//! The load test's half of a server, for every app in Rust: verbs, names, counts, control, and the process around them.
//! `protocol/README.md` specifies what they do. An app connects its framework to a [`Room`].
mod bodies;
mod clock;
mod control;
mod counts;
mod fault;
mod json;
mod message;
mod names;
mod process;
mod room;

pub use bodies::{Body, TRANSPORT_LIMIT_BYTES};
pub use clock::now;
pub use fault::Fault;
pub use message::Message;
pub use process::serve;
pub use room::{Outputs, Room, Sent};
pub use serde_json::value::RawValue;
