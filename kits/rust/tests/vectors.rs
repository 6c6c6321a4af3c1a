//! Plays the recorded conversations of `protocol/vectors/` to a room under a controlled clock.
mod play;

use std::fs;
use std::path::Path;

use play::play;
use serde_json::Value;

/// A value with its abbreviations written out. `$any` stays for the comparison.
fn written_out(value: Value) -> Value {
    const FILLING: &str = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";
    match value {
        Value::Array(list) => list.into_iter().map(written_out).collect(),
        Value::Object(fields) => {
            if let Some(Value::Array(repeat)) = fields.get("$repeat") {
                let times = repeat[1].as_u64().unwrap() as usize;
                return match &repeat[0] {
                    Value::String(text) => text.repeat(times).into(),
                    list => std::iter::repeat_n(list.as_array().unwrap(), times).flatten().cloned().collect(),
                };
            }
            if let Some(bytes) = fields.get("$bytes") {
                return FILLING.repeat(30_000)[..bytes.as_u64().unwrap() as usize].into();
            }
            if let Some(levels) = fields.get("$nested") {
                return (1..levels.as_u64().unwrap()).fold(Value::Array(vec![]), |inner, _| vec![inner].into());
            }
            fields.into_iter().map(|(name, value)| (name, written_out(value))).collect()
        }
        other => other,
    }
}

/// Compares as JSON: numbers by their value, and `{"$any": "string"}` with any string that is not empty.
fn same(wanted: &Value, found: &Value) -> bool {
    match (wanted, found) {
        (Value::Object(wanted), Value::String(text)) => wanted.contains_key("$any") && !text.is_empty(),
        (Value::Object(wanted), Value::Object(found)) => {
            wanted.len() == found.len()
                && wanted.iter().all(|(name, value)| found.get(name).is_some_and(|found| same(value, found)))
        }
        (Value::Array(wanted), Value::Array(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(wanted, found)| same(wanted, found))
        }
        (Value::Number(wanted), Value::Number(found)) => wanted.as_f64() == found.as_f64(),
        _ => wanted == found,
    }
}

#[test]
fn every_vector_is_played_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../protocol/vectors");
    let mut played = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let vector = written_out(serde_json::from_slice(&fs::read(&path).unwrap()).unwrap());
        let (said, counts) = play(&vector);
        for (what, wanted, found) in [("output", &vector["expect"], said), ("counts", &vector["counts"], counts)] {
            let short = |value: &Value| value.to_string().chars().take(2_000).collect::<String>();
            let difference = || format!("{what} of {path:?}\nwanted {}\nfound  {}", short(wanted), short(&found));
            assert!(same(wanted, &found), "{}", difference());
        }
        played += 1;
    }
    assert!(played > 40, "{played} vectors are few");
}
