//! The guarantees of `docs/jobs.md`, each against real servers and real worker processes.

mod crashes;
mod flow;
mod house;
mod outages;
mod servers;
mod worker;
