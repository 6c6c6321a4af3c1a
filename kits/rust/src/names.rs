//! The names of the connections that have joined: a connection has at most one, and a name is one connection's.
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use serde_bytes::{ByteBuf, Bytes};
use serde_json::value::RawValue;

use crate::Fault;

/// Most UTF-16 units of a name.
const LIMIT: usize = 64;

/// Names by their place in the order of joining. They go out as they came in, and are compared without their escapes.
pub struct Names<C> {
    next: u64,
    places: HashMap<C, u64>,
    joined: BTreeMap<u64, (ByteBuf, Box<RawValue>)>,
    holders: HashMap<ByteBuf, C>,
}

impl<C: Clone + Eq + Hash> Names<C> {
    pub fn new() -> Self {
        Self { next: 0, places: HashMap::new(), joined: BTreeMap::new(), holders: HashMap::new() }
    }

    pub fn give(&mut self, json: &RawValue, to: &C) -> Result<(), Fault> {
        if !json.get().starts_with('"') {
            return Err(Fault::new("wrong-type", "name must be a string"));
        }
        let name: ByteBuf = serde_json::from_str(json.get()).map_err(|_| Fault::new("bad-json", "name is no text"))?;
        if !(1..=LIMIT).contains(&units(&name)) {
            return Err(Fault::new("out-of-range", format!("name must be 1 to {LIMIT} UTF-16 units long")));
        }
        if self.places.contains_key(to) {
            return Err(Fault::new("wrong-state", "this connection has a name; leave first"));
        }
        if self.holders.contains_key(&name) {
            return Err(Fault::new("name-taken", "another connection has that name"));
        }
        self.places.insert(to.clone(), self.next);
        self.holders.insert(name.clone(), to.clone());
        self.joined.insert(self.next, (name, json.to_owned()));
        self.next += 1;
        Ok(())
    }

    /// Takes the connection's name back; `None` when it has none.
    pub fn take(&mut self, from: &C) -> Option<Box<RawValue>> {
        let (name, json) = self.joined.remove(&self.places.remove(from)?)?;
        self.holders.remove(&name);
        Some(json)
    }

    /// The connection that has a name.
    pub fn holder(&self, name: &str) -> Result<&C, Fault> {
        let unknown = || Fault::answered(404, "unknown-name", "no connection has that name");
        self.holders.get(Bytes::new(name.as_bytes())).ok_or_else(unknown)
    }

    /// All names, in the order of joining.
    pub fn all(&self) -> Vec<&RawValue> {
        self.joined.values().map(|(_, json)| &**json).collect()
    }
}

/// The UTF-16 units of a text: two for each character of four bytes, and one for each other.
fn units(text: &[u8]) -> usize {
    text.iter().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0)).sum()
}
