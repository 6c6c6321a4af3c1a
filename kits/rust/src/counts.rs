//! Counts of what was received and sent, per verb and bucket, since a `begin`.
use std::collections::BTreeMap;

use serde::Serialize;

/// Most buckets; later events are not counted, since a client can send something after a year.
const BUCKET_LIMIT: f64 = 1_000_000.0;
const VERBS: [&str; 8] = ["echo", "publish", "sink", "request", "join", "leave", "greet", "feed"];

/// The numbers of one verb, bucket 0 first.
#[derive(Serialize, Default)]
struct Numbers {
    received: Vec<u64>,
    sent: Vec<u64>,
}

/// The counts as `GET /outcry/counts` answers them, without the clock and the number of connections. Before `begin` the width of a
/// bucket is 0, and nothing is counted.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    started_at: Option<f64>,
    bucket_ms: u32,
    refused: u64,
    verbs: BTreeMap<&'static str, Numbers>,
}

impl Counts {
    pub fn new(bucket_ms: u32) -> Self {
        let verbs = VERBS.map(|verb| (verb, Numbers::default())).into();
        Self { started_at: None, bucket_ms, refused: 0, verbs }
    }

    /// Counts what was `received` at `at`, ms, and `sent` for it.
    pub fn add(&mut self, verb: &str, at: f64, received: u64, sent: usize) {
        let Some(numbers) = self.verbs.get_mut(verb).filter(|_| self.bucket_ms > 0 && received + sent as u64 > 0)
        else {
            return;
        };
        // Another thread's event may have come a moment before the one that was counted first.
        let since = (at - *self.started_at.get_or_insert(at)).max(0.0);
        let bucket = (since / f64::from(self.bucket_ms)).floor();
        if bucket < BUCKET_LIMIT {
            for (list, number) in [(&mut numbers.received, received), (&mut numbers.sent, sent as u64)] {
                list.resize(list.len().max(bucket as usize + 1), 0);
                list[bucket as usize] += number;
            }
        }
    }

    pub fn add_refused(&mut self) {
        self.refused += u64::from(self.bucket_ms > 0);
    }
}
