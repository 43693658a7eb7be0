//! The door on a network: connections are counted, and those that dawdle are let go.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::guard::Peer;
use konoba_live::House;
use konoba_live::{Limits, Pass};

/// How long to wait when no more connections can be taken.
const BREATH: Duration = Duration::from_millis(100);

/// Held for as long as a connection or its socket is open: it is counted, and waited for at the end.
pub(super) struct Stay {
    _pass: Pass,
    _open: watch::Receiver<()>,
}

/// Serves until the house closes, and then until every request that was begun is answered.
pub async fn serve_http(listener: TcpListener, app: Router, house: House, limits: Limits) {
    let gate = house.gate("http", &limits);
    let limits = Arc::new(limits);
    // Every connection holds a receiver; the sender sees when the last one is gone.
    let (open, watching) = watch::channel(());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = house.closing() => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        // Too many: the connection is closed without a word, which costs nothing.
        let address = address.ip().to_canonical();
        let Ok(pass) = gate.enter(address) else { continue };
        let app = app.clone();
        let stay = Stay { _pass: pass, _open: watching.clone() };
        let (limits, house) = (limits.clone(), house.clone());
        tokio::spawn(async move {
            serve_one(stream, app, &limits, &house, Peer(address), stay).await;
        });
    }
    drop((listener, watching));
    open.closed().await;
}

async fn serve_one(
    stream: TcpStream,
    app: Router,
    limits: &Limits,
    house: &House,
    peer: Peer,
    stay: Stay,
) {
    // A move is one small packet, which should not wait for another.
    let _ = stream.set_nodelay(true);
    let stay = Arc::new(stay);
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        // A socket outlives the task of its connection and takes this along.
        request.extensions_mut().insert(stay.clone());
        app.clone().oneshot(request.map(Body::new))
    });
    let mut connection = std::pin::pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .max_buf_size(32 << 10)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    tokio::select! {
        // How a connection ends is the client's business.
        _ = connection.as_mut() => {}
        () = house.closing() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
