//! The server half of a load test.
use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::bodies::{self, Body};
use crate::counts::Counts;
use crate::json::{field, fields, integer, parse};
use crate::names::Names;
use crate::{Fault, Message, now};

/// A longer event name is not repeated to its sender.
const EVENT_NAME_LIMIT: usize = 100;

/// The ways of a room to its connections. They never wait, and never call the room.
pub trait Outputs: Send + Sync + 'static {
    /// A handle of a connection.
    type Connection: Clone + Eq + Hash + Send + Sync;
    /// Makes `broadcast` reach a connection; false if it has ended meanwhile.
    fn open(&self, connection: &Self::Connection) -> bool;
    /// Sends an event to one connection.
    fn send(&self, to: &Self::Connection, event: &str, data: &Message<'_>);
    /// Sends an event to every open connection.
    fn broadcast(&self, event: &str, data: &Message<'_>);
}

/// An event or a request that a connection sent.
pub struct Sent<'a, C> {
    /// The connection.
    pub from: &'a C,
    /// The event's name.
    pub event: &'a str,
    /// The data as it came, if there was any; or why it cannot be a body.
    pub data: Result<Option<&'a RawValue>, Fault>,
    /// The time when it arrived, before anything else was done with it.
    pub received: f64,
}

struct Members<C> {
    open: HashSet<C>,
    names: Names<C>,
    greeting: Option<Box<RawValue>>,
}

/// All open connections, with what they may say. Any thread may call it. The events of one connection take effect in the order of the
/// calls.
pub struct Room<O: Outputs> {
    outputs: O,
    clock: Box<dyn Fn() -> f64 + Send + Sync>,
    /// Shared while something is sent, and alone while a connection opens, ends, joins or leaves: counts match receivers.
    members: RwLock<Members<O::Connection>>,
    counts: Mutex<Counts>,
}

impl<O: Outputs> Room<O> {
    /// Makes an empty room on the server's clock.
    pub fn new(outputs: O) -> Self {
        Self::with_clock(outputs, now)
    }

    /// Makes an empty room on a clock of its own, ms.
    pub fn with_clock(outputs: O, clock: impl Fn() -> f64 + Send + Sync + 'static) -> Self {
        let members = RwLock::new(Members { open: HashSet::new(), names: Names::new(), greeting: None });
        Self { outputs, clock: Box::new(clock), members, counts: Mutex::new(Counts::new(0)) }
    }

    /// The time now, ms.
    pub fn now(&self) -> f64 {
        (self.clock)()
    }

    /// Tells if a connection is open here.
    pub fn has(&self, connection: &O::Connection) -> bool {
        self.shared().open.contains(connection)
    }

    /// Opens a connection. A second call does nothing.
    pub fn connect(&self, connection: &O::Connection) {
        let mut members = self.alone();
        if members.open.contains(connection) || !self.outputs.open(connection) {
            return;
        }
        members.open.insert(connection.clone());
        if let Some(body) = &members.greeting {
            let received = self.now();
            self.tally().add("greet", received, 0, 1);
            self.outputs.send(connection, "greet", &self.relayed(Body::Sent(body), received));
        }
    }

    /// Ends a connection. A second call does nothing.
    pub fn disconnect(&self, connection: &O::Connection) {
        let received = self.now();
        let mut members = self.alone();
        members.open.remove(connection);
        if let Some(name) = members.names.take(connection) {
            self.tally().add("leave", received, 0, members.open.len());
            self.outputs.broadcast("left", &Message::Named { name: &name, body: None, hops: self.hops(received) });
        }
    }

    /// Takes an event, or refuses it.
    pub fn receive(&self, Sent { from, event, data, received }: Sent<'_, O::Connection>) {
        let known = matches!(event, "echo" | "publish" | "sink");
        let body = if known { data.and_then(bodies::check) } else { Err(unknown("event")) };
        let members = self.shared();
        if !members.open.contains(from) {
            return;
        }
        let body = match body {
            Ok(body) => Body::Sent(body),
            Err(fault) => return self.refuse(from, Some(event), fault),
        };
        let sent = match event {
            "echo" => 1,
            "publish" => members.open.len(),
            _ => 0,
        };
        self.tally().add(event, received, 1, sent);
        match event {
            "echo" => self.outputs.send(from, event, &self.relayed(body, received)),
            "publish" => self.outputs.broadcast(event, &self.relayed(body, received)),
            _ => {}
        }
    }

    /// Refuses what never became an event, such as text that is not JSON.
    pub fn unreadable(&self, from: &O::Connection) {
        if self.has(from) {
            self.refuse(from, None, Fault::new("bad-json", "not a JSON envelope with the name of an event"));
        }
    }

    /// Takes a request, or refuses it. `reply` is called before anything else is sent, and not at all for an ended connection.
    pub fn request(&self, sent: Sent<'_, O::Connection>, reply: impl FnOnce(&Message<'_>)) {
        if matches!(sent.event, "join" | "leave") {
            let mut members = self.alone();
            if members.open.contains(sent.from) {
                reply(&self.join_or_leave(&mut members, sent).unwrap_or_else(|fault| self.denied(fault)));
            }
            return;
        }
        let Sent { from, event, data, received } = sent;
        let known = event == "request";
        let body = if known { data.and_then(|data| bodies::asked_for(data, "data")) } else { Err(unknown("request")) };
        let members = self.shared();
        if members.open.contains(from) {
            let answer = body.map(|body| {
                self.tally().add(event, received, 1, 1);
                Message::Body { ok: true, body, hops: self.hops(received) }
            });
            reply(&answer.unwrap_or_else(|fault| self.denied(fault)));
        }
    }

    /// Counts anew, as `POST /outcry/begin` asks.
    pub fn begin(&self, asked: &[u8]) -> Result<(), Fault> {
        let asked = fields(Some(parse(asked)?), "begin")?;
        let bucket_ms = integer(&asked, "bucketMs", 10, 3_600_000)?;
        let greet = field(&asked, "greet").filter(|greet| greet.get() != "null");
        let greeting = greet.map(|greet| bodies::asked_for(Some(greet), "greet")).transpose()?;
        let mut members = self.alone();
        members.greeting = greeting.and_then(|body| to_raw_value(&body).ok());
        *self.tally() = Counts::new(bucket_ms);
        Ok(())
    }

    /// Sends one line of a feed to all, or to the connection of a name; returns the number of receivers.
    pub fn feed(&self, line: &[u8], to: Option<&str>) -> Result<usize, Fault> {
        let received = self.now();
        let body = Body::Sent(bodies::check(Some(parse(line)?))?);
        let members = self.shared();
        let one = to.map(|name| members.names.holder(name)).transpose()?;
        let sent = one.map_or(members.open.len(), |_| 1);
        self.tally().add("feed", received, 1, sent);
        match one {
            Some(one) => self.outputs.send(one, "feed", &self.relayed(body, received)),
            None => self.outputs.broadcast("feed", &self.relayed(body, received)),
        }
        Ok(sent)
    }

    /// Tells if a feed has a receiver: all, or the connection of a name.
    pub(crate) fn hears(&self, to: Option<&str>) -> Result<(), Fault> {
        let members = self.shared();
        to.map_or(Ok(()), |name| members.names.holder(name).map(drop))
    }

    /// The answer to `GET /outcry/counts`.
    pub fn counts(&self) -> Value {
        let connections = self.shared().open.len();
        let mut answer = json!(&*self.tally());
        answer["connections"] = connections.into();
        answer["clock"] = self.now().into();
        answer
    }

    fn join_or_leave<'m>(
        &self,
        members: &'m mut Members<O::Connection>,
        Sent { from, event, data, received }: Sent<'_, O::Connection>,
    ) -> Result<Message<'m>, Fault> {
        let data = data?;
        let body = bodies::beside(data)?;
        let (told, name) = if event == "join" {
            let name = field(&fields(data, "data")?, "name");
            let name = name.ok_or_else(|| Fault::new("missing-field", "name is missing"))?;
            members.names.give(name, from)?;
            ("joined", name.to_owned())
        } else {
            let nameless = || Fault::new("wrong-state", "this connection has no name; join first");
            ("left", members.names.take(from).ok_or_else(nameless)?)
        };
        self.tally().add(event, received, 1, members.open.len());
        self.outputs.broadcast(told, &Message::Named { name: &name, body, hops: self.hops(received) });
        let names = (event == "join").then(|| members.names.all());
        Ok(names.map_or(Message::Done { ok: true }, |names| Message::Names { ok: true, names }))
    }

    fn refuse(&self, from: &O::Connection, event: Option<&str>, Fault { code, reason, .. }: Fault) {
        self.tally().add_refused();
        let event = event.filter(|name| name.encode_utf16().count() <= EVENT_NAME_LIMIT);
        self.outputs.send(from, "refused", &Message::Refused { event, code, reason });
    }

    fn denied(&self, Fault { code, reason, .. }: Fault) -> Message<'static> {
        self.tally().add_refused();
        Message::Denied { ok: false, code, reason }
    }

    fn relayed<'a>(&self, body: Body<'a>, received: f64) -> Message<'a> {
        Message::Relayed { body, hops: self.hops(received) }
    }

    fn hops(&self, received: f64) -> [f64; 2] {
        [received, self.now()]
    }

    // A panic elsewhere must not end the room for everybody: nothing is changed by halves under these locks.

    fn shared(&self) -> RwLockReadGuard<'_, Members<O::Connection>> {
        self.members.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn alone(&self) -> RwLockWriteGuard<'_, Members<O::Connection>> {
        self.members.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn tally(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown(kind: &str) -> Fault {
    Fault::new("unknown-event", format!("no such {kind}; names are exact, and an event is no request"))
}
