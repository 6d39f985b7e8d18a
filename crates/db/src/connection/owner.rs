//! The table owner's connection, for migrations and seeds.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::error::Result;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// Applies the missing migrations to the database at `url`.
///
/// The login at `url` becomes the owner of the tables. It must be allowed to create roles, unless an administrator has
/// created `hyeobom_app` and `hyeobom_system` and made the login a member of both.
///
/// # Errors
/// When the database is unavailable or an applied migration was edited.
pub async fn migrate(url: &str) -> Result<()> {
    let mut owner = OwnerConn::connect(url).await?;
    MIGRATOR.run(owner.connection()).await?;
    Ok(owner.0.close().await?)
}

/// Returns a name for this build's migrations. It changes when a migration is added or edited.
#[must_use]
pub fn schema_version() -> String {
    let checksums = MIGRATOR.iter().flat_map(|migration| migration.checksum.iter());
    // FNV-1a: the name only has to differ, it needs no resistance to attacks
    let hash = checksums
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

/// A connection of the table owner.
#[derive(Debug)]
pub struct OwnerConn(PgConnection);

impl OwnerConn {
    /// Connects as the login at `url`.
    pub async fn connect(url: &str) -> Result<Self> {
        let options: PgConnectOptions = url.parse()?;
        Ok(Self(options.connect().await?))
    }

    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}
