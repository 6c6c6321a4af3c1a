//! The data of what goes out. The room makes it, and an app's framework encodes it.
use serde::Serialize;
use serde_json::value::RawValue;

use crate::bodies::Body;

/// The data of an event or of a reply.
#[derive(Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Message<'a> {
    /// A body that was sent on.
    Relayed { body: Body<'a>, hops: [f64; 2] },
    /// The end or the beginning of a name.
    Named { name: &'a RawValue, body: Option<&'a RawValue>, hops: [f64; 2] },
    /// A refusal of an event.
    Refused { event: Option<&'a str>, code: &'static str, reason: String },
    /// The reply to `request`.
    Body { ok: bool, body: Body<'a>, hops: [f64; 2] },
    /// The reply to `join`.
    Names { ok: bool, names: Vec<&'a RawValue> },
    /// The reply to `leave`.
    Done { ok: bool },
    /// A refusal of a request.
    Denied { ok: bool, code: &'static str, reason: String },
}
