//! What clients should not send, and many threads at once.
mod play;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use outcry_kit::{Message, Outputs, RawValue, Room, Sent};
use play::play;
use serde_json::{Value, json};

fn played(steps: Value) -> Vec<Value> {
    let (said, _) = play(&json!({ "steps": steps }));
    said.as_array().unwrap().iter().map(|said| said["data"].clone()).collect()
}

/// Sends data that is written as `json` says, byte by byte, as the request of one connection; returns the reply.
fn asked(request: &str, json: &str) -> String {
    struct Silent;
    impl Outputs for Silent {
        type Connection = u8;
        fn open(&self, _: &u8) -> bool {
            true
        }
        fn send(&self, _: &u8, _: &str, _: &Message<'_>) {}
        fn broadcast(&self, _: &str, _: &Message<'_>) {}
    }
    let room = Room::with_clock(Silent, || 1.5);
    room.connect(&0);
    let data: &RawValue = serde_json::from_str(json).unwrap();
    let mut answer = String::new();
    let sent = Sent { from: &0, event: request, data: Ok(Some(data)), received: 1.0 };
    room.request(sent, |reply| answer = serde_json::to_string(reply).unwrap());
    answer
}

#[test]
fn a_body_goes_out_with_the_bytes_that_it_came_in() {
    for body in
        [r#"1e400"#, r#""\ud83d""#, r#"-0.10e+2"#, r#"{"a":1,"a":[2 ,3]}"#, r#""\u0041\/""#, r#"123456789012345678901"#]
    {
        let expected = format!(r#"{{"ok":true,"body":{body},"hops":[1.0,1.5]}}"#);
        assert_eq!(asked("request", &format!(r#"{{"body": {body} }}"#)), expected);
    }
}

#[test]
fn the_last_of_two_fields_counts_however_it_is_written() {
    assert!(asked("request", r#"{"body": 1, "bod\u0079": 2}"#).contains(r#""body":2"#));
    assert!(asked("request", r#"{"bytes": 9, "bytes": 1}"#).contains(r#""body":"e""#));
}

#[test]
fn lengths_must_be_integers() {
    for (bytes, code) in
        [("1e400", "out-of-range"), ("-1", "out-of-range"), ("0.5", "out-of-range"), ("\"NaN\"", "wrong-type")]
    {
        assert!(asked("request", &format!(r#"{{"bytes": {bytes}}}"#)).contains(code), "{bytes}");
    }
    assert!(asked("request", r#"{"bytes": 2.0}"#).contains(r#""body":"et""#));
}

#[test]
fn names_are_compared_without_escapes_and_counted_in_utf_16() {
    assert!(asked("join", r#"{"name": "\ud800"}"#).contains(r#""names":["\ud800"]"#));
    assert!(asked("join", &json!({ "name": "\u{1f600}".repeat(32) }).to_string()).contains("\"ok\":true"));
    assert!(asked("join", &json!({ "name": "\u{1f600}".repeat(33) }).to_string()).contains("out-of-range"));
    let join = |who: &str, name: &str| json!({ "at": 1, "from": who, "request": "join", "data": { "name": name } });
    let said =
        played(json!([{ "at": 0, "connect": "A" }, { "at": 0, "connect": "B" }, join("A", "é"), join("B", "\u{e9}")]));
    assert_eq!(said.last().unwrap()["code"], "name-taken");
}

#[test]
fn brackets_in_texts_are_not_depth() {
    let text = "[".repeat(100) + "\\\"{";
    assert!(asked("request", &json!({ "body": [text] }).to_string()).contains("\"ok\":true"));
    let deep = format!(r#"{{"body": {}{} }}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(asked("request", &deep).contains("too-large"));
}

#[test]
fn a_feed_takes_json_alone() {
    for line in ["NaN", "Infinity", "1 2", "{\"a\":}", "'a'", "\u{feff}1", "01"] {
        let (said, _) = play(&json!({ "steps": [{ "at": 0, "connect": "A" }, { "at": 1, "feed": line }] }));
        assert_eq!(said, json!([{ "at": 1.0, "control": { "code": "bad-json" } }]), "{line}");
    }
}

/// Counts what it is told to send; connections are numbers, and it knows how many are open.
#[derive(Default, Clone)]
struct Tally {
    open: Arc<AtomicU64>,
    sent: Arc<AtomicU64>,
}

impl Outputs for Tally {
    type Connection = u64;

    fn open(&self, _: &u64) -> bool {
        self.open.fetch_add(1, Ordering::SeqCst);
        true
    }

    fn send(&self, _: &u64, _: &str, _: &Message<'_>) {}

    fn broadcast(&self, event: &str, _: &Message<'_>) {
        if event == "publish" {
            self.sent.fetch_add(self.open.load(Ordering::SeqCst), Ordering::SeqCst);
        }
    }
}

#[test]
fn counts_match_receivers_while_others_come() {
    let tally = Tally::default();
    let room = Room::new(tally.clone());
    room.begin(br#"{"bucketMs": 3600000}"#).unwrap();
    thread::scope(|scope| {
        for one in 0..8 {
            let room = &room;
            scope.spawn(move || {
                for number in 0..200 {
                    let from = one * 1_000 + number;
                    room.connect(&from);
                    let data = serde_json::value::to_raw_value(&number).unwrap();
                    room.receive(Sent { from: &from, event: "publish", data: Ok(Some(&data)), received: room.now() });
                    let name = serde_json::value::to_raw_value(&json!({ "name": from.to_string() })).unwrap();
                    let sent = Sent { from: &from, event: "join", data: Ok(Some(&name)), received: room.now() };
                    room.request(sent, |reply| assert!(serde_json::to_string(reply).unwrap().contains("true")));
                }
            });
        }
    });
    let counts = room.counts();
    assert_eq!(counts["connections"], 1_600);
    assert_eq!(counts["verbs"]["publish"]["received"], json!([1_600]));
    assert_eq!(counts["verbs"]["publish"]["sent"], json!([tally.sent.load(Ordering::SeqCst)]));
    assert_eq!(counts["verbs"]["join"]["received"], json!([1_600]));
}
