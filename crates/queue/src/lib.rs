//! Jobs: owned by PostgreSQL, carried by Redis, run by apalis.
//!
//! A job is a row, made by [`enqueue`] in the transaction of the row that needs it. After the commit [`Producer::push_now`]
//! hands its id to Redis, and a relay does so for every job that was not handed over. A [`Runner`] takes ids from Redis,
//! begins the job in PostgreSQL under a lease, lets the [`Handler`] of its kind work, and records the end: done together with
//! the handler's effect, put back with a pause, or dead. A reconciler brings back what was lost on the way, so losing all of
//! Redis, or any process at any moment, costs time only. A job may run more than once, its effect is kept once.
//! `docs/jobs.md` has the guarantees and the test of each.

mod batch;
mod board;
mod enqueue;
mod error;
mod executor;
mod handler;
mod lease;
mod producer;
mod reconcile;
mod relay;
mod runner;
mod settings;
mod store;
mod sweep;
mod tick;
mod transport;
mod upkeep;

pub use board::{Board, JobEvent, JobView, QueueStats, WorkerView};
pub use enqueue::{NewJob, enqueue};
pub use error::Error;
pub use handler::{Done, Failure, Handler, JobRun, Outcome, Registry};
pub use producer::Producer;
pub use runner::{Pulse, RunError, Runner};
pub use settings::{Queue, Settings};
pub use store::Job;
pub use sweep::sweep_finished;
pub use transport::Transport;
