//! The bodies that verbs carry: how large and how deep they may be, and what `request` and `greet` ask for.
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::Fault;
use crate::json::{deeper_than, field, fields, integer};

/// The bytes of a text that must be carried in a body.
const PAYLOAD_LIMIT_BYTES: usize = 1_048_576;
/// Most bytes of JSON: a payload, and room for fields around it.
const BODY_LIMIT_BYTES: usize = PAYLOAD_LIMIT_BYTES + 65_536;
/// A framework must carry events of up to this many bytes. A longer one may end its connection.
pub const TRANSPORT_LIMIT_BYTES: usize = 4 * 1_048_576;
const DEPTH_LIMIT: usize = 32;
/// The text that a body of N bytes repeats, in each language here.
const FILLING: &str = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";

static FILLED: LazyLock<String> = LazyLock::new(|| FILLING.repeat(PAYLOAD_LIMIT_BYTES / FILLING.len() + 1));

/// A body that a client sent, or one that was made for its length.
#[derive(Serialize, Clone, Copy)]
#[serde(untagged)]
pub enum Body<'a> {
    /// As it came.
    Sent(&'a RawValue),
    /// A text.
    Made(&'static str),
}

/// A body as it came, if it can be carried.
pub fn check(body: Option<&RawValue>) -> Result<&RawValue, Fault> {
    let body = body.ok_or_else(|| Fault::new("missing-field", "there is no body; null would be one"))?;
    let too_large = |limit| Err(Fault::new("too-large", format!("a body may {limit}, and this one is over it")));
    if body.get().len() > BODY_LIMIT_BYTES {
        return too_large(format!("be {BODY_LIMIT_BYTES} bytes of JSON"));
    }
    if deeper_than(body.get(), DEPTH_LIMIT) {
        return too_large(format!("be nested {DEPTH_LIMIT} levels deep"));
    }
    Ok(body)
}

/// The body that comes with a name, or with its return; `None` stands for null.
pub fn beside(data: Option<&RawValue>) -> Result<Option<&RawValue>, Fault> {
    let body = fields(data, "data").ok().and_then(|data| field(&data, "body"));
    body.map(|body| check(Some(body))).transpose()
}

/// The body that `{"body": any}` or `{"bytes": n}` asks for.
pub fn asked_for<'a>(asked: Option<&'a RawValue>, what: &str) -> Result<Body<'a>, Fault> {
    let asked = fields(asked, what)?;
    match (field(&asked, "body"), field(&asked, "bytes")) {
        (body, None) => Ok(Body::Sent(check(body)?)),
        (None, _) => Ok(Body::Made(&FILLED[..integer(&asked, "bytes", 0, PAYLOAD_LIMIT_BYTES as u32)? as usize])),
        _ => Err(Fault::new("out-of-range", format!("{what} has both body and bytes, and may have one"))),
    }
}
