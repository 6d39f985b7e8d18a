//! The statements against a real PostgreSQL.

mod access_log;
mod account_deletion;
mod accounts;
mod agreements;
mod analyses;
mod applications;
mod claims;
mod deployed_model;
mod discrepancies;
mod exports;
mod identities;
mod institutions;
mod invites;
mod isolation;
mod issued_documents;
mod messaging;
mod migrations;
mod orders;
mod patients;
mod pool;
mod recovery;
mod staff;
mod support;
