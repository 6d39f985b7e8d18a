//! The `model` command, run as people and scripts run it.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test that calls them")]

mod commands;
mod data;
mod servers;
