//! JSON from clients, read no further than a verb needs: bodies and names go out with the bytes that they came in.
use std::collections::BTreeMap;

use serde_bytes::{ByteBuf, Bytes};
use serde_json::value::RawValue;

use crate::Fault;

/// Fields of an object by their names without escapes. Half of a surrogate pair, which UTF-8 cannot carry, has its three bytes too.
/// Of two fields with one name the last counts.
pub type Fields<'a> = BTreeMap<ByteBuf, &'a RawValue>;

/// Reads one JSON value, of any depth.
pub fn parse(json: &[u8]) -> Result<&RawValue, Fault> {
    serde_json::from_slice(json).map_err(|_| Fault::new("bad-json", "not JSON"))
}

/// The fields of a JSON object, which is called `what`.
pub fn fields<'a>(json: Option<&'a RawValue>, what: &str) -> Result<Fields<'a>, Fault> {
    let fields = json.and_then(|json| serde_json::from_str(json.get()).ok());
    fields.ok_or_else(|| Fault::new("wrong-type", format!("{what} must be a JSON object")))
}

/// A field of an object.
pub fn field<'a>(fields: &Fields<'a>, name: &str) -> Option<&'a RawValue> {
    fields.get(Bytes::new(name.as_bytes())).copied()
}

/// The integer that a field must be.
pub fn integer(fields: &Fields<'_>, name: &str, least: u32, most: u32) -> Result<u32, Fault> {
    let json = field(fields, name).ok_or_else(|| Fault::new("missing-field", format!("{name} is missing")))?;
    let is_number = json.get().starts_with(|first: char| first == '-' || first.is_ascii_digit());
    match json.get().parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number >= least.into() && number <= most.into() => Ok(number as u32),
        Ok(_) if is_number => {
            Err(Fault::new("out-of-range", format!("{name} must be an integer from {least} to {most}")))
        }
        _ => Err(Fault::new("wrong-type", format!("{name} must be a number"))),
    }
}

/// Tells if JSON is nested deeper than `levels`.
pub fn deeper_than(json: &str, levels: usize) -> bool {
    // Few brackets cannot be nested deep, and are counted faster than JSON is read.
    if json.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count() <= levels {
        return false;
    }
    let (mut depth, mut in_text) = (0, false);
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_text = !in_text,
            // What follows a backslash does not end the text.
            b'\\' => drop(bytes.next()),
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth -= 1,
            _ => {}
        }
        if depth > levels {
            return true;
        }
    }
    false
}
