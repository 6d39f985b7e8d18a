//! What only the owner of the tables does: migrations and seeds.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::error::Result;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();

/// Applies the migrations that the database at `url` lacks.
///
/// The login at `url` becomes the owner of the tables and must be allowed to create roles, unless an administrator has
/// made `hyeobom_app` and `hyeobom_system` and the login a member of both.
///
/// # Errors
/// When the database is unavailable or an applied migration was edited.
pub async fn migrate(url: &str) -> Result<()> {
    let mut owner = Owner::connect(url).await?;
    MIGRATOR.run(owner.connection()).await?;
    Ok(owner.0.close().await?)
}

/// A name for the migrations that this build holds: another when one is added or edited.
#[must_use]
pub fn schema_version() -> String {
    let checksums = MIGRATOR.iter().flat_map(|migration| migration.checksum.iter());
    // FNV-1a: the name only has to differ, nobody attacks it
    let hash = checksums
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

/// A connection of the owner of the tables.
#[derive(Debug)]
pub struct Owner(PgConnection);

impl Owner {
    /// Connects as the login at `url`.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn connect(url: &str) -> Result<Self> {
        let options: PgConnectOptions = url.parse()?;
        Ok(Self(options.connect().await?))
    }

    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}
