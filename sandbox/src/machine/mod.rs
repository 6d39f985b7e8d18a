//! Resources of the operating system: programs, ports, accounts, signals and child processes.

pub mod account;
pub mod child;
pub mod forwarder;
pub mod ports;
pub mod programs;
pub mod random;
pub mod signals;
pub mod temp_dir;
