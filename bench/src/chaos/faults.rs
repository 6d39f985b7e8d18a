//! The faults: killed processes, cut connections and an emptied Redis, in random order.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rand::Rng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use tokio::time::{Instant, sleep};

use crate::external;
use crate::product::Product;
use crate::report::{Metric, Report};

/// A round of faults, which is shuffled: ten kills and two other faults. Redis has a replica that takes over.
const FAULT_ROUND: [Fault; 12] = [
    Fault::Kill("worker"),
    Fault::Kill("worker"),
    Fault::Kill("worker"),
    Fault::Kill("worker"),
    Fault::Kill("api"),
    Fault::Kill("api"),
    Fault::Kill("api"),
    Fault::Kill("postgres"),
    Fault::Kill("redis"),
    Fault::Kill("redis"),
    Fault::CutConnections,
    Fault::EmptyRedis,
];
/// The pause before a fault, in milliseconds. It is short enough to kill a process during its start.
const PAUSE_MS: std::ops::Range<u64> = 300..4_000;
/// How long a process or server may take to recover.
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill(&'static str),
    CutConnections,
    EmptyRedis,
}

/// The number of injected faults of each kind.
#[derive(Debug, Default)]
pub struct InjectedFaults {
    kills: BTreeMap<&'static str, usize>,
    cuts: usize,
    emptied: usize,
}

impl InjectedFaults {
    /// Returns the number of kills.
    fn kill_count(&self) -> usize {
        self.kills.values().sum()
    }

    /// Returns the number of faults.
    pub fn count(&self) -> usize {
        self.kill_count() + self.cuts + self.emptied
    }

    /// Adds the counts to the report.
    pub fn report(&self, report: &mut Report) {
        let count = |report: &mut Report, name: &str, count: usize, note: &str| {
            report.add_count(name, count, Metric::new("", ""), note);
        };
        let each: Vec<String> = self.kills.iter().map(|(name, count)| format!("{name} {count}")).collect();
        count(report, "kills", self.kill_count(), &format!("SIGKILL: {}", each.join(", ")));
        let failovers = self.kills.get("redis").copied().unwrap_or_default();
        count(report, "failovers of Redis", failovers, "the primary was killed, its replica took over");
        count(report, "connections of PostgreSQL cut", self.cuts, "all at once, each time");
        count(report, "Redis emptied", self.emptied, "FLUSHALL");
    }
}

/// Injects faults until the given number of processes was killed.
///
/// # Errors
/// A killed process or server does not start again.
pub async fn inject(product: &Product, kills: usize, random: &mut ChaCha8Rng) -> Result<InjectedFaults> {
    let mut injected = InjectedFaults::default();
    while injected.kill_count() < kills {
        let mut round = FAULT_ROUND;
        round.shuffle(random);
        for fault in round {
            // a round is always completed, so that the other faults also occur in the shortest run
            if injected.kill_count() == kills && matches!(fault, Fault::Kill(_)) {
                continue;
            }
            sleep(Duration::from_millis(random.random_range(PAUSE_MS))).await;
            match fault {
                Fault::Kill(name) => {
                    kill_process(product, name).await?;
                    *injected.kills.entry(name).or_default() += 1;
                    println!("{:>4} {name} killed", injected.kill_count());
                }
                Fault::CutConnections => {
                    eventually("PostgreSQL", external::cut_connections).await?;
                    injected.cuts += 1;
                    println!("     connections of PostgreSQL cut");
                }
                Fault::EmptyRedis => {
                    eventually("Redis", external::empty_redis).await?;
                    injected.emptied += 1;
                    println!("     Redis emptied");
                }
            }
        }
    }
    Ok(injected)
}

/// Kills a process of the product as soon as it runs.
async fn kill_process(product: &Product, name: &str) -> Result<()> {
    eventually(name, || {
        let id = i32::try_from(product.process_id(name)?).context("a process id")?;
        Ok(kill(Pid::from_raw(id), Signal::SIGKILL)?)
    })
    .await
}

/// Retries until success, because the target may be starting.
async fn eventually(name: &str, attempt: impl Fn() -> Result<()>) -> Result<()> {
    let start = Instant::now();
    loop {
        match attempt() {
            Ok(()) => return Ok(()),
            Err(error) if start.elapsed() > RECOVERY_TIMEOUT => bail!("{name} is not there again: {error:#}"),
            Err(_) => sleep(POLL_INTERVAL).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn round_kills_each_process() {
        let killed = FAULT_ROUND.iter().filter(|fault| matches!(fault, Fault::Kill(_))).count();
        assert_eq!(killed, 10);
        for name in ["worker", "api", "postgres", "redis"] {
            assert!(FAULT_ROUND.iter().any(|fault| matches!(fault, Fault::Kill(target) if *target == name)), "{name}");
        }
    }

    #[test]
    fn seed_repeats_the_order() {
        let order = |seed| {
            let mut round = FAULT_ROUND;
            round.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
            round.map(|fault| format!("{fault:?}"))
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }
}
