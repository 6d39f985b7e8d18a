//! All SQL statements and migrations, with row-level security.
//!
//! ```text
//! Database::connect(&DatabaseConfig).await?         once, at the start; Clone
//!   .tenant(TenantId) -> TenantDb                   a pool for each tenant, made on first use
//!       .acquire().await? -> TenantConn             for single statements
//!       .begin().await?   -> TenantTx               for several; .commit().await?, or dropped and rolled back
//!   .system() -> SystemDb                           tenants, hosts, jobs; .acquire() -> SystemConn, .begin() -> SystemTx
//!   .directory() -> DirectoryTx                     changes of tenants with what belongs to them, in `edit`
//! migrate(url)                                      as the owner of the tables
//! OwnerConn::connect(url)                           for seed::tenant
//! ```
//! Every function takes `&mut TenantConn` (a `&mut TenantTx` dereferences to one), `&mut TenantTx` if several rows must
//! change together, or `&mut SystemConn`. [`sessions::find_patient`] takes the [`TenantDb`], because concurrent calls
//! share one statement. The current time is an argument.
//!
//! ## Names
//! `find` returns one row or none, `list` many, `count` a number, `exists` a boolean. `insert`, `upsert`, `set_…` and
//! `delete` write; `lock` reads a row and locks it until the transaction ends. `_own` is limited to a patient's rows,
//! `_at` to a clinic's.
//!
//! ## Errors
//! Every function fails with [`Error`] when the database is unavailable, rejects the statement, or contains a value
//! that violates a rule of the domain. A function that a caller can make fail has its own error type, and an Errors
//! section with the cases. A row that is not found is `Ok(None)`.
//!
//! ## Access
//! Connections of a [`TenantDb`] run as `hyeobom_app` with `app.tenant_id` set, those of [`SystemDb`] as
//! `hyeobom_system`; neither role owns a table, and each table has forced row-level security. A connection's role and
//! tenant are verified before its first use, so a read is one round trip, and a statement without a filter still reads
//! only one tenant's rows.
//!
//! ## Checked statements
//! `sqlx::query!` checks each statement against a database when `DATABASE_URL` is set, and against the files in `.sqlx`
//! otherwise. After a change of a statement, `./task gen` writes its file.
//!
//! ## Traces
//! Each statement runs in a span `statement` of level debug with the file and line of the statement.

#![expect(clippy::missing_errors_doc, reason = "the section Errors above holds for every function")]

mod accounts;
mod analyses;
pub mod claims;
mod compliance;
mod connection;
mod directory;
pub mod hotel;
pub mod last_use;
mod messaging;
mod operations;
mod payments;
mod sealed;
pub mod sealed_columns;

pub use accounts::{
    consents, download_links, favorite_clinics, identities, invites, name_requests, passkeys, patients, people,
    phone_codes, profile, recovery, second_factors, sessions, social, staff, staff_sessions, terms,
};
pub use analyses::{
    agreements, applications, comment_snippets, corrections, deployed_model, model_changes, pictures, results,
    statistics, tcis, training, uploads, walk_in_links,
};
pub use claims::{insurers, issued_documents};
pub use compliance::{
    access_log, account_deletion, exports, idempotency, maintenance, person_erasure, records, retention, walk_ins,
    withdrawal,
};
pub use connection::batcher::{BatchLimits, Batcher};
pub use connection::database::{Database, DatabaseConfig, SystemConn, SystemDb, SystemTx};
pub use connection::error::{Error, Result, is_unique_violation};
pub use connection::executor::StatementExecutor;
pub use connection::listener::AnalysisListener;
pub use connection::owner::{OwnerConn, migrate, schema_version};
pub use connection::session::IsolationError;
pub use connection::tenant::{TenantConn, TenantDb, TenantTx};
pub use directory::edit::DirectoryTx;
pub use directory::{edit, institutions, seals, seed, tenants};
pub use messaging::{deliveries, messages, notifications};
pub use operations::{operator_actions, operator_sessions, operators};
pub use payments::{ledger, orders, payment_accounts, payment_discrepancies, settlements};

pub(crate) use connection::error::column;
