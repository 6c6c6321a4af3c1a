//! The process around an app: its environment, what it answers beside the framework, its start and its end.
use std::env::var;
use std::fmt::Display;
use std::io;
use std::net::SocketAddr;
use std::process::exit;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use serde_json::json;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tower::ServiceBuilder;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::control::control;
use crate::{Outputs, Room};

/// Connections that wait until the process accepts them: as many as Linux allows by default.
const BACKLOG: u32 = 4_096;
/// The time after which the kernel ends a connection whose client reads nothing that was sent to it: longer than a network is away for a
/// while, and as long as Socket.IO, by its defaults, takes at most to miss a ping (interval and time limit).
const UNREAD_TIME: Duration = Duration::from_secs(45);
/// The time for connections to end by themselves after SIGTERM.
const STOP_TIME: Duration = Duration::from_secs(2);

/// Runs an app's server as the environment says, until it is told to stop.
/// - `framework`: its version
/// - `attach`: puts the framework in front of what every app answers
/// - `end`: ends the framework's connections
pub async fn serve<O: Outputs>(
    room: Arc<Room<O>>,
    framework: &str,
    attach: impl FnOnce(Router) -> Router,
    end: impl Future<Output = ()>,
) {
    let address = address();
    let listener = listen(address).unwrap_or_else(|error| fail(format!("cannot listen on {address}: {error}")));
    let port = listener.local_addr().map_or(address.port(), |address| address.port());
    let mut router = Router::new().route("/healthz", get(|| async { "ok\n" }));
    let token = Arc::new(given("CONTROL_TOKEN"));
    let answer = any(async move |request: Request| control(&room, token.as_deref(), request).await);
    router = router.route("/outcry/", answer.clone()).route("/outcry/{*path}", answer);
    if let Some(folder) = given("STATIC_DIR") {
        let fresh = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        router = router.fallback_service(ServiceBuilder::new().layer(fresh).service(ServeDir::new(folder)));
    }
    let mut told = signal(SignalKind::terminate()).expect("no other part of the process takes SIGTERM");
    let versions = json!({ "framework": framework, "runtime": env!("RUST_VERSION") });
    println!("{}", json!({ "ready": true, "port": port, "versions": versions }));
    let listener = listener.tap_io(|connection| {
        // Where one fails, the connection has ended already. axum leaves the first off; of a client that reads nothing a framework may
        // wait for ever to write, and keep what waits for it.
        connection.set_nodelay(true).ok();
        SockRef::from(&*connection).set_tcp_user_timeout(Some(UNREAD_TIME)).ok();
    });
    tokio::select! {
        _ = axum::serve(listener, attach(router)) => fail("the server has ended by itself"),
        _ = told.recv() => drop(tokio::time::timeout(STOP_TIME, end).await),
    }
}

/// A variable of the environment that is set and not empty.
fn given(name: &str) -> Option<String> {
    var(name).ok().filter(|value| !value.is_empty())
}

fn fail<T>(problem: impl Display) -> T {
    eprintln!("{problem}");
    exit(1)
}

fn address() -> SocketAddr {
    let host = given("HOST").filter(|host| host != "localhost").unwrap_or_else(|| "127.0.0.1".into());
    let port = given("PORT").unwrap_or_else(|| "0".into());
    SocketAddr::new(
        host.parse().unwrap_or_else(|_| fail(format!("HOST is {host:?}; it must be an IP address, or localhost"))),
        port.parse().unwrap_or_else(|_| fail(format!("PORT is {port:?}; it must be a number from 0 to 65535"))),
    )
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
