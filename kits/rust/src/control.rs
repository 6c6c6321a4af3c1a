//! The control paths, for the holder of the server's token.
use std::hint::black_box;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::bodies::TRANSPORT_LIMIT_BYTES;
use crate::{Fault, Outputs, Room};

/// Most bytes of what `begin` is given.
const BEGIN_LIMIT_BYTES: usize = 2 * 1_048_576;

/// Answers a request to a path under `/outcry/`.
/// - `token`: without one there is no control
pub async fn control<O: Outputs>(room: &Room<O>, token: Option<&str>, request: Request) -> Response {
    let (status, answer) = match answer(room, token, request).await {
        Ok(answer) => (StatusCode::OK, answer),
        Err(Fault { code, reason, status }) => {
            (StatusCode::from_u16(status).unwrap_or_default(), json!({ "code": code, "reason": reason }))
        }
    };
    // The rest of a refused request's body is not read.
    let connection = if status == StatusCode::OK { "keep-alive" } else { "close" };
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONNECTION, connection),
    ];
    (status, headers, format!("{answer}\n")).into_response()
}

async fn answer<O: Outputs>(room: &Room<O>, token: Option<&str>, request: Request) -> Result<Value, Fault> {
    let none = || Fault::answered(404, "not-found", "this server was started without a token");
    if !holds(request.headers(), token.ok_or_else(none)?) {
        let reason = "control wants the header \"Authorization: Bearer\" with the server's token";
        return Err(Fault::answered(401, "unauthorized", reason));
    }
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/outcry/clock") => Ok(json!({ "clock": room.now() })),
        (&Method::GET, "/outcry/counts") => Ok(room.counts()),
        (&Method::POST, "/outcry/begin") => {
            let limit = format!("begin may be {BEGIN_LIMIT_BYTES} bytes");
            let long = |_| Fault::answered(413, "too-large", limit);
            room.begin(&to_bytes(request.into_body(), BEGIN_LIMIT_BYTES).await.map_err(long)?)?;
            Ok(json!({ "clock": room.now() }))
        }
        (&Method::POST, "/outcry/feed") => {
            let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
            let to = query.into_owned().find_map(|(name, value)| (name == "to").then_some(value));
            feed(room, to.as_deref(), request.into_body()).await
        }
        (_, "/outcry/clock" | "/outcry/counts" | "/outcry/begin" | "/outcry/feed") => {
            let reason = "counts and clock are for GET, begin and feed for POST";
            Err(Fault::answered(405, "wrong-method", reason))
        }
        _ => Err(Fault::answered(404, "not-found", "no such path")),
    }
}

/// Compares in a time that does not depend on where the token differs.
fn holds(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION).map_or(&b""[..], |value| value.as_bytes());
    let given = given.strip_prefix(b"Bearer ").unwrap_or_default();
    let differ = given.iter().zip(token.as_bytes()).fold(0, |differ, (one, other)| black_box(differ | (one ^ other)));
    given.len() == token.len() && differ == 0
}

async fn feed<O: Outputs>(room: &Room<O>, to: Option<&str>, mut body: Body) -> Result<Value, Fault> {
    let (mut number, mut lines, mut sent, mut rest) = (0, 0, 0, Vec::new());
    let mut take = |line: &[u8]| {
        number += 1;
        let at = |fault: Fault| Fault { reason: format!("line {number}: {}", fault.reason), ..fault };
        if line.len() > TRANSPORT_LIMIT_BYTES {
            return Err(at(Fault::new("too-large", "it does not end")));
        }
        if !line.trim_ascii().is_empty() {
            sent += room.feed(line, to).map_err(at)?;
            lines += 1;
        }
        Ok(())
    };
    // Before the first line, so that a name that no connection has is known at once.
    room.hears(to)?;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Fault::new("bad-json", "the feed was cut off"))?.into_data() else { continue };
        let mut parts = data.split(|&byte| byte == b'\n');
        rest.extend_from_slice(parts.next().unwrap_or_default());
        for part in parts {
            take(&std::mem::replace(&mut rest, part.to_vec()))?;
        }
        if rest.len() > TRANSPORT_LIMIT_BYTES {
            return take(&rest).map(|()| Value::Null);
        }
        // The connections that were fed have their turn.
        tokio::task::yield_now().await;
    }
    take(&rest)?;
    Ok(json!({ "lines": lines, "sent": sent }))
}
