//! A room with connections that write down what they are told.
use std::sync::{Arc, Mutex};

use outcry_kit::{Message, Outputs, RawValue, Room, Sent};
use serde_json::{Value, json};

/// The clock, the open connections in the order they were opened, and all that was said.
#[derive(Default)]
struct Heard {
    at: f64,
    open: Vec<String>,
    said: Vec<Value>,
}

#[derive(Default, Clone)]
struct Recorder(Arc<Mutex<Heard>>);

impl Outputs for Recorder {
    type Connection = String;

    fn open(&self, connection: &String) -> bool {
        self.0.lock().unwrap().open.push(connection.clone());
        true
    }

    fn send(&self, to: &String, event: &str, data: &Message<'_>) {
        let mut heard = self.0.lock().unwrap();
        let said = json!({ "at": heard.at, "to": to, "event": event, "data": data });
        heard.said.push(said);
    }

    fn broadcast(&self, event: &str, data: &Message<'_>) {
        let mut heard = self.0.lock().unwrap();
        let said = json!({ "at": heard.at, "to": heard.open, "event": event, "data": data });
        if !heard.open.is_empty() {
            heard.said.push(said);
        }
    }
}

/// Plays a vector to a room of its own: what was said, and what was counted.
pub fn play(vector: &Value) -> (Value, Value) {
    let recorder = Recorder::default();
    let heard = recorder.0.clone();
    let clock = heard.clone();
    let room = Room::with_clock(recorder, move || clock.lock().unwrap().at);
    for step in vector["steps"].as_array().unwrap() {
        heard.lock().unwrap().at = step["at"].as_f64().unwrap();
        if let Some(asked) = take(&room, &heard, step)
            && let Err(fault) = asked
        {
            let mut heard = heard.lock().unwrap();
            let said = json!({ "at": heard.at, "control": { "code": fault.code } });
            heard.said.push(said);
        }
    }
    let mut counts = room.counts();
    counts.as_object_mut().unwrap().remove("clock");
    counts["verbs"].as_object_mut().unwrap().retain(|_, numbers| numbers["received"] != json!([]));
    (heard.lock().unwrap().said.clone().into(), counts)
}

/// Takes one step; returns what its controller is answered, if it has one.
fn take(room: &Room<Recorder>, heard: &Mutex<Heard>, step: &Value) -> Option<Result<(), outcry_kit::Fault>> {
    let text = |field: &str| step[field].as_str().map(str::to_owned);
    let data: Option<Box<RawValue>> = step.get("data").map(|data| serde_json::value::to_raw_value(data).unwrap());
    let from = text("from").unwrap_or_default();
    let sent = |event| Sent { from: &from, event, data: Ok(data.as_deref()), received: room.now() };
    if let Some(connection) = text("connect") {
        room.connect(&connection);
    } else if let Some(connection) = text("disconnect") {
        heard.lock().unwrap().open.retain(|open| *open != connection);
        room.disconnect(&connection);
    } else if let Some(event) = text("event") {
        room.receive(sent(&event));
    } else if let Some(request) = text("request") {
        room.request(sent(&request), |reply| {
            let mut heard = heard.lock().unwrap();
            let said = json!({ "at": heard.at, "to": from, "reply": request, "data": reply });
            heard.said.push(said);
        });
    } else if step["unreadable"] == true {
        room.unreadable(&from);
    } else if let Some(asked) = step.get("begin") {
        return Some(room.begin(asked.to_string().as_bytes()));
    } else {
        return Some(room.feed(text("feed").unwrap().as_bytes(), text("to").as_deref()).map(drop));
    }
    None
}
