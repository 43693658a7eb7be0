//! The door on a network: connections are counted, and slow ones are closed.

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
use crate::turned_away::TurnedAway;
use crate::wire::{Meter, Wire};
use konoba_live::{Gate, House, Limits, Pass};
use konoba_store::{Lasted, Outage};

/// How long to wait when no more connections can be taken.
const BREATH: Duration = Duration::from_millis(100);

/// Held for as long as a connection or its socket is open: it is counted, and waited for at the end.
pub(super) struct Stay {
    /// How much the connection may send.
    pub(super) meter: Arc<Meter>,
    _pass: Pass,
    _open: watch::Receiver<()>,
}

/// Serves until the house closes, and then until every request that was begun is answered.
pub async fn serve_http(listener: TcpListener, app: Router, house: House, limits: Limits) {
    let gate = house.gate("http", &limits);
    serve(listener, app, house, limits, gate).await;
}

/// Serves operators, in the same way.
pub async fn serve_admin(listener: TcpListener, admin: Router, house: House) {
    let limits = Limits::default();
    let gate = house.gate("admin", &limits);
    serve(listener, admin, house, limits, gate).await;
}

async fn serve(listener: TcpListener, app: Router, house: House, limits: Limits, gate: Gate) {
    let limits = Arc::new(limits);
    let (turned_away, outage) = (TurnedAway::new(), Outage::default());
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
                if let Some(Lasted { failures, seconds }) = outage.failed() {
                    tracing::warn!(%error, failures, seconds, "a connection could not be taken");
                }
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        if let Some(Lasted { failures, seconds }) = outage.worked() {
            tracing::info!(failures, seconds, "connections are taken again");
        }
        let address = address.ip().to_canonical();
        let pass = match gate.enter(address) {
            Ok(pass) => pass,
            Err(full) => {
                turned_away.turn_away(stream, full);
                continue;
            }
        };
        let app = app.clone();
        let meter = Arc::new(Meter::new(&limits, limits.proxies.contains(&address)));
        let stay = Stay { meter, _pass: pass, _open: watching.clone() };
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
    let wire = Wire::new(stream, stay.meter.clone(), limits.unread);
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
            .serve_connection(TokioIo::new(wire), service)
            .with_upgrades()
    );
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = house.closing() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        let first: &(dyn std::error::Error + 'static) = &error;
        let causes = std::iter::successors(Some(first), |error| error.source());
        let why: Vec<String> = causes.map(ToString::to_string).collect();
        tracing::debug!(why = why.join(": "), "a connection ended early");
    }
}
