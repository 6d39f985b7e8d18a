//! The guarantees of `docs/queue.md`, each against real servers and real worker processes.

mod cluster;
mod crashes;
mod flow;
mod operators;
mod outages;
mod tls;
mod worker;
