//! The fault matrix of a purchase (docs/payments.md): each network call with each fault, and with the api or the worker
//! killed at that moment. In every case, each order ends in an allowed state, our ledger equals the provider's, and the
//! comparison of the day finds no discrepancy.
//!
//! The programs are the real ones, as processes: the worker, and the api next to it (`cargo test --workspace` builds both).
//! A [`proxy::Proxy`] stands between browser, provider and api, and between the programs and the provider.

mod cells;
mod check;
mod cluster;
mod payer;
mod pooler;
mod programs;
mod proxy;
mod trace;

use cells::Scenario;
use cluster::TestCluster;
use programs::KilledProcess;

/// Runs every cell, settles all orders, and reports all cells with a wrong outcome.
async fn matrix(killed: Option<KilledProcess>) {
    let cluster = TestCluster::start(killed).await;
    let mut scenarios: Vec<Scenario> = Vec::new();
    for cell in cells::all() {
        scenarios.push(Scenario::run(&cluster, cell, killed).await);
    }
    cluster.settle_orders().await;
    // the patients retry what failed
    for scenario in &mut scenarios {
        scenario.retry(&cluster).await;
    }
    cluster.settle_orders().await;
    let mut errors = Vec::new();
    for scenario in &scenarios {
        errors.extend(
            check::check_cell(&cluster, scenario).await.into_iter().map(|what| format!("{}: {what}", scenario.name())),
        );
    }
    errors.extend(check::check_invariants(&cluster).await);
    let kills = cluster.programs.kill_count();
    if killed.is_some() && kills < scenarios.len() {
        errors.push(format!("killed {kills} times only"));
    }
    assert!(
        errors.is_empty(),
        "{} differences in {} cells; the programs' logs: {}\n{}",
        errors.len(),
        scenarios.len(),
        cluster.programs.log().display(),
        errors.join("\n")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purchase_survives_every_network_fault() {
    matrix(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purchase_survives_a_killed_api() {
    matrix(Some(KilledProcess::Api)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purchase_survives_a_killed_worker() {
    matrix(Some(KilledProcess::Worker)).await;
}
