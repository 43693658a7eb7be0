//! What breaks: nodes are killed, restarted, frozen and cut off, the store crashes, loses what it had kept,
//! and its disk is full.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::node::Node;
use crate::process::Process;
use crate::store::SimulatedStore;
use crate::world::World;

/// Breaks something every now and then until nothing is to go wrong any more.
pub(crate) async fn run(
    world: Arc<World>,
    network: Arc<Process>,
    store: Arc<SimulatedStore>,
    nodes: Vec<Arc<Node>>,
) {
    loop {
        world.pause(world.plan().conditions.disaster_every * 2).await;
        if world.is_calm() {
            return;
        }
        let (kind, node) = world.dice(|dice| (dice.below(9), dice.index(nodes.len())));
        let span = world.span(world.plan().conditions.disaster_for);
        world.count(|report| report.disasters += 1);
        world.note(&[kind, node as u64], || {
            format!("disaster {kind} at node {node} for {} ms", span.as_millis())
        });
        match kind {
            0..=5 => {
                let (world, node) = (world.clone(), nodes[node].clone());
                network.spawn(async move { at_node(&world, &node, kind, span).await });
            }
            6 | 7 => {
                let (store, is_over) = (store.clone(), kind == 7);
                network.spawn(async move { at_store(&store, is_over, span).await });
            }
            _ => store.fill_disk(span),
        }
    }
}

async fn at_node(world: &World, node: &Node, kind: u64, span: Duration) {
    if !node.take() {
        return;
    }
    match kind {
        0 | 1 => node.kill(span).await,
        2 => {
            node.close().await;
            world.pause(span).await;
            node.open();
        }
        3 => node.freeze(span).await,
        _ => node.cut_off(span).await,
    }
    node.give_back();
}

async fn at_store(store: &SimulatedStore, fails_over: bool, span: Duration) {
    if store.is_down() {
        return;
    }
    match fails_over {
        true => store.fail_over(),
        false => store.crash(),
    }
    sleep(span).await;
    store.come_back();
}
