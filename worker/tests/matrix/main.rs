//! The fault matrix of a purchase (docs/jobs.md): each network call of it with each fault of the network, and with the api or the
//! worker killed at that moment. Whatever happened, each order ends in one of the allowed states, our ledger says what the
//! provider's book says, and nothing is left to be explained.
//!
//! The programs are the real ones, as processes: the worker's, and the api's that lies beside it (`cargo test --workspace` builds
//! both). Between browser, provider and api, and between the programs and the provider, stands [`proxy::Proxy`].

mod cells;
mod check;
mod house;
mod payer;
mod programs;
mod proxy;

use cells::Play;
use house::House;
use programs::Victim;

/// Plays every cell, lets every order be settled, and reports all cells that did not end as they must.
async fn matrix(victim: Option<Victim>) {
    let house = House::open(victim).await;
    let mut plays: Vec<Play> = Vec::new();
    for cell in cells::all() {
        plays.push(Play::of(&house, cell, victim).await);
    }
    house.settle().await;
    // the patients come back for what they did not get
    for play in &mut plays {
        play.come_again(&house).await;
    }
    house.settle().await;
    let mut wrong = Vec::new();
    for play in &plays {
        wrong.extend(check::cell(&house, play).await.into_iter().map(|what| format!("{}: {what}", play.name())));
    }
    wrong.extend(check::whole(&house).await);
    let kills = house.programs.kills();
    if victim.is_some() && kills < plays.len() {
        wrong.push(format!("killed {kills} times only"));
    }
    assert!(
        wrong.is_empty(),
        "{} differences in {} cells; the programs' logs: {}\n{}",
        wrong.len(),
        plays.len(),
        house.programs.log().display(),
        wrong.join("\n")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_purchase_ends_well_whatever_the_network_does() {
    matrix(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_purchase_ends_well_when_the_api_is_killed_at_any_call() {
    matrix(Some(Victim::Api)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_purchase_ends_well_when_the_worker_is_killed_at_any_call() {
    matrix(Some(Victim::Worker)).await;
}
