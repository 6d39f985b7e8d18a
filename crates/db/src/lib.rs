//! Every SQL statement and migration, behind row-level security.
//!
//! ```text
//! Database::connect(&DatabaseConfig).await?         once, at the start; Clone
//!   .tenant(TenantId) -> TenantDb                   a pool a tenant, made when first asked for
//!       .acquire().await? -> TenantConn             for single statements
//!       .begin().await?   -> TenantTx               for several; .commit().await?, or dropped and undone
//!   .system() -> SystemDb                           tenants, hosts, jobs; .acquire() -> SystemConn, .begin() -> SystemTx
//! migrate(url)                                      as the owner of the tables
//! Owner::connect(url)                               for seed::tenant
//! ```
//! Every function takes `&mut TenantConn` (a `&mut TenantTx` becomes one by itself), or `&mut SystemConn`, or `&mut Owner`.
//! [`sessions::find_patient`] takes the [`TenantDb`]: those who ask at the same time share one statement.
//! Those that write several rows say that they need a transaction. Not found is `Ok(None)`; what a caller can cause is an
//! error type of its own beside the function; all else is [`Error`]. Times come in as arguments.
//!
//! ## Who sees what
//! Connections of a [`TenantDb`] run as `hyeobom_app` with `app.tenant_id` set, those of [`SystemDb`] as
//! `hyeobom_system`; neither role owns a table, and each table has forced row-level security. Both parts are in the
//! connection's start-up options, so a read is one round trip and a statement without a filter still sees one tenant.
//!
//! ## Checked statements
//! `sqlx::query!` checks each statement against a database when `DATABASE_URL` is set, and against the files in `.sqlx`
//! otherwise. After changing one: `SQLX_OFFLINE_DIR=$PWD/.sqlx DATABASE_URL=… cargo check -p db -p queue` on a migrated
//! database with the sources touched writes its file.

mod database;
mod error;
mod gather;
mod owner;
mod pool;

pub mod access_log;
pub mod agreements;
pub mod applications;
pub mod claims;
pub mod consents;
pub mod deployed_model;
pub mod exports;
pub mod findings;
pub mod idempotency;
pub mod identities;
pub mod institutions;
pub mod insurers;
pub mod invites;
pub mod issued_documents;
pub mod leaving;
pub mod ledger;
pub mod listen;
pub mod maintenance;
pub mod messages;
pub mod notifications;
pub mod orders;
pub mod patients;
pub mod payment_accounts;
pub mod phone_codes;
pub mod pictures;
pub mod records;
pub mod recovery;
pub mod results;
pub mod seed;
pub mod sessions;
pub mod settlements;
pub mod social;
pub mod staff;
pub mod staff_sessions;
pub mod tcis;
pub mod tenants;
pub mod training;
pub mod uploads;

pub use database::{Database, DatabaseConfig, SystemConn, SystemDb, SystemTx, TenantConn, TenantDb, TenantTx};
pub use error::{Error, Result, is_unique_violation};
pub use owner::{Owner, migrate, schema_version};
