//! Operators: their accounts, their sessions, and the audit of their actions.

pub mod operator_actions;
pub mod operator_sessions;
pub mod operators;
