//! The directory: tenants with their hosts and pictures, clinics and their first admins, insurers, payment accounts, and
//! `KakaoTalk` channels.
//!
//! ```text
//! Editor::begin(&database, context).await?     a transaction; nothing is kept before .commit()
//!   .add_tenant(&TenantInput) …                a method for each change: checks, writes, and notes the change
//!   .import(&Installation)                     a whole installation from a file; again, it changes nothing
//!   .commit().await? -> Vec<Change>            writes the audit and keeps all of it
//! Installation::parse(text, &sources)          the file, or every place in it that is refused
//! ```
//! The operators' calls, the commands of `api` and the loader of the demo data all use it.

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
