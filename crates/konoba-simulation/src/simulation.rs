//! A run from its beginning to its end.

use std::sync::Arc;
use std::time::Duration;

use konoba_live::{House, Token};
use konoba_store::Guest;
use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::calm::Calm;
use crate::client::{Client, Clients, Role};
use crate::games::Games;
use crate::node::Node;
use crate::process::Process;
use crate::requests::Requests;
use crate::store::SimulatedStore;
use crate::world::World;
use crate::{Failure, Plan, Report, disasters};

/// The number of the process that everything belongs to that is no node.
const SURROUNDINGS: usize = usize::MAX;

/// Runs what was planned. A promise that is broken comes back with its seed.
///
/// One thread does everything. Its time stands still while there is anything to do, and then goes on to
/// the next moment at which there is; so an hour takes a moment, and no machine is too slow for it.
///
/// # Panics
/// If the system has no room for a runtime.
pub fn simulate(plan: &Plan) -> Result<Report, Failure> {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime in this thread");
    runtime.block_on(async {
        let world = World::new(plan.clone());
        let surroundings = Process::start(world.clone(), SURROUNDINGS);
        tokio::select! {
            biased;
            () = world.failed() => {}
            () = run(&world, &surroundings) => {}
        }
        surroundings.kill();
        match world.failure() {
            Some(failure) => Err(failure),
            None => Ok(world.report()),
        }
    })
}

async fn run(world: &Arc<World>, network: &Arc<Process>) {
    let store = SimulatedStore::open(world.clone(), network);
    let numbers = 0..world.plan().nodes;
    let nodes: Vec<_> = numbers.map(|number| Node::new(number, world, &store, network)).collect();
    let mut clients = Vec::new();
    for game in 0..world.plan().games {
        for role in Role::ALL {
            let number = clients.len();
            let guest = welcome(&nodes[0], number).await;
            clients.push(Client::new(number, role, game, guest));
        }
    }
    let requests =
        Requests { world: world.clone(), store: store.clone(), network: network.clone() };
    let games = Games::new(world.plan().games);
    let shared = Arc::new(Clients { requests, nodes: nodes.clone(), games });
    for client in &clients {
        network.spawn(client.clone().run(shared.clone()));
    }
    let (own_world, own_network) = (world.clone(), network.clone());
    network.spawn(disasters::run(own_world, own_network, store, nodes));
    sleep(world.plan().span).await;
    let calm = Calm { world, shared: &shared, clients: &clients };
    calm.check().await;
    world.end();
    calm.check_sleep().await;
}

/// Makes a guest, however often it takes.
async fn welcome(node: &Node, number: usize) -> (Guest, Token) {
    let name: konoba_table::Name = format!("Guest {number}").parse().expect("a name");
    loop {
        let house: Option<House> = node.running().map(|running| running.house);
        if let Some(house) = house
            && let Ok(welcomed) = house.welcome(name.clone()).await
        {
            return welcomed;
        }
        sleep(Duration::from_secs(1)).await;
    }
}
