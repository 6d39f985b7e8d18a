//! Jobs: stored in PostgreSQL, delivered by Redis, run by apalis.
//!
//! A job is a type in [`jobs`] and a row, inserted by [`enqueue`] in the transaction of the row that needs it. After
//! the commit [`Producer::push`] sends its id to Redis, and a relay does the same for every job that was not pushed. A
//! [`Runner`] takes ids from Redis, claims the job in PostgreSQL under a lease, calls the handler registered in
//! [`JobHandlers`] for its kind, and records the outcome: done in one transaction with the handler's effect, queued
//! again after a delay, or dead. A reconciler repairs lost jobs, so losing all of Redis, or any process at any moment,
//! only costs time. A job may run more than once; its effect is committed once. `docs/queue.md` lists the guarantees
//! and the test of each.

pub mod admin;
mod connection;
mod error;
mod executor;
mod fetcher;
mod handlers;
mod job;
mod job_run;
pub mod jobs;
mod lease;
pub mod metrics;
mod payload;
mod producer;
mod reconcile;
mod registration;
mod relay;
mod runner;
mod schedule;
mod settings;
mod source;
mod store;
mod sweep;
mod transport;
mod upkeep;
mod wakeup;

pub use admin::{QueueAdmin, QueueStats};
pub use connection::RedisConnection;
pub use error::Error;
pub use handlers::{DeadJob, JobHandlers, MissingHandler, OnDead};
pub use job::{EnqueuedJob, Job, NewJob, enqueue};
pub use job_run::{Cause, Done, Failure, JobRun, Outcome};
pub use producer::Producer;
pub use registration::build_version;
pub use runner::{Liveness, Runner};
pub use schedule::{Period, Schedule};
pub use settings::{Queue, Settings};
pub use sweep::sweep_finished;
pub use transport::Transport;
