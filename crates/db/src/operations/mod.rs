//! Operators: their accounts, their sessions, and the audit of what they do.

pub mod operator_actions;
pub mod operator_sessions;
pub mod operators;
