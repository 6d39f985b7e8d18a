//! The directory: tenants with their hosts and pictures, clinics and their first admins, insurers, payment accounts, and
//! `KakaoTalk` channels.
//!
//! ```text
//! Editor::begin(&database, context).await?     a transaction; .commit() makes its changes permanent
//!   .add_tenant(&TenantInput) …                a method for each change: checks, writes, and records the change
//!   .import(&Installation)                     a whole installation from a file; a second import changes nothing
//!   .commit().await? -> Vec<Change>            writes the audit and commits
//! Installation::parse(text, &sources)          the parsed file, or every invalid entry in it
//! ```
//! The operators' calls, the commands of `api` and the loader of the demo data use it.

mod accounts;
mod admins;
mod change;
mod clinics;
mod editor;
mod error;
mod file;
mod import;
mod kakao;
mod pictures;
mod tenants;

pub use admins::{AdminInput, NewAdmin, hash_password};
pub use change::Change;
pub use editor::{Actor, Context, Editor, Target};
pub use error::{Error, FileErrors};
pub use file::{AccountFile, ClinicFile, Installation, Sources, TenantFile};
pub use import::{Imported, ImportedTenant};
pub use pictures::{Picture, parse_banner_picture, parse_logo};
