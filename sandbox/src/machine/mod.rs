//! The machine below: programs, ports, accounts and child processes.

pub mod account;
pub mod child;
pub mod ports;
pub mod programs;
pub mod random;
pub mod signals;
