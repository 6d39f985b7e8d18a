//! `api reseal`: re-encrypts the stored values after a new key was added to `SEAL_KEYS`, so that older keys can be
//! removed.
//!
//! Each batch is one transaction, and the number of the key in each row shows whether it is done. The command can be
//! killed and run again at any time, and a second run changes nothing.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

use anyhow::{Context as _, bail};
use clap::Args;
use db::operator_actions::{self, Action, Entry};
use db::sealed_columns::{SealedColumns, SealedRow, SealedScope};
use db::{Database, DatabaseConfig};
use runtime::config::Env;
use runtime::seal::{OpenError, Sealed, Sealer};
use runtime::{Clock as _, Random, SystemClock};
use secrecy::ExposeSecret as _;

/// The number of rows in one transaction, small enough not to delay a request that waits for one of them.
const BATCH_ROWS: i64 = 100;

/// The command.
#[derive(Debug, Args)]
pub struct Reseal {
    /// Only counts the values by the keys that encrypted them.
    #[arg(long)]
    dry_run: bool,
}

impl Reseal {
    /// Runs the command, and returns what to print.
    ///
    /// # Errors
    /// When a variable is missing, the database cannot be reached, or a value cannot be decrypted. Such a value is
    /// reported and stays unchanged.
    pub async fn run(&self, env: &Env) -> anyhow::Result<String> {
        let url = env.secret("DATABASE_URL")?.expose_secret().to_owned();
        let sealer = Sealer::load(env)?;
        let config = DatabaseConfig { url, max_connections_per_tenant: 1, max_system_connections: 1 };
        let database = Database::connect(&config).await.context("connecting to the database")?;
        let scopes = list_scopes(&database).await?;
        let counts = Counts::read(&scopes).await?;
        let (newest, older) = (sealer.newest_key(), counts.older_than(sealer.newest_key()));
        if self.dry_run {
            return Ok(format!("{counts}{older} rows would be sealed with key {newest}"));
        }
        if older > 0 {
            log(&database, older, newest).await?;
        }
        let mut progress = Progress::default();
        for scope in &scopes {
            for columns in scope.columns() {
                reseal(scope, columns, &sealer, &mut progress).await?;
            }
        }
        progress.report(&Counts::read(&scopes).await?, newest)
    }
}

async fn list_scopes(database: &Database) -> anyhow::Result<Vec<SealedScope>> {
    let tenants = db::tenants::list(&mut database.system().acquire().await?).await?;
    let scopes = tenants.into_iter().map(|tenant| SealedScope::Tenant(database.tenant(tenant.id)));
    Ok(scopes.chain([SealedScope::Installation(database.system())]).collect())
}

/// Re-encrypts the values that an older key encrypted, batch by batch.
async fn reseal(
    scope: &SealedScope,
    columns: &'static SealedColumns,
    sealer: &Sealer,
    progress: &mut Progress,
) -> anyhow::Result<()> {
    let (newest, random) = (sealer.newest_key(), Random::secure());
    let mut after = 0;
    loop {
        let mut tx = scope.begin(columns).await?;
        let rows = tx.lock_older(newest, after, BATCH_ROWS).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.id;
        let mut fresh = Vec::with_capacity(rows.len());
        for row in &rows {
            match reseal_row(sealer, &random, row) {
                Ok(values) => fresh.push((row.id, values)),
                Err(error) => progress.unopened.push(format!("{} {}: {error}", columns.table, row.id)),
            }
        }
        tx.replace(newest, &fresh).await?;
        tx.commit().await?;
        progress.resealed += fresh.len();
    }
}

fn reseal_row(sealer: &Sealer, random: &Random, row: &SealedRow) -> Result<Vec<Vec<u8>>, OpenError> {
    let reseal = |(bytes, context): &(Vec<u8>, String)| {
        let plain = sealer.open(context, &Sealed { key_id: row.key_id, bytes: bytes.clone() })?;
        Ok(sealer.seal(context, &plain, random).bytes)
    };
    row.values.iter().map(reseal).collect()
}

/// Writes the audit row of a run that changes something.
async fn log(database: &Database, rows: i64, newest: i16) -> anyhow::Result<()> {
    let subject = format!("{rows} rows, key {newest}");
    let reason = Some("a command on the server");
    let entry = Entry { subject: Some(&subject), reason, ..Entry::new(Action::ValuesResealed) };
    operator_actions::insert(&mut database.system().acquire().await?, &entry, SystemClock.now()).await?;
    Ok(())
}

/// The progress of a run.
#[derive(Debug, Default)]
struct Progress {
    resealed: usize,
    /// The rows whose values could not be decrypted.
    unopened: Vec<String>,
}

impl Progress {
    fn report(&self, counts: &Counts, newest: i16) -> anyhow::Result<String> {
        let older = counts.older_than(newest);
        let text = format!("{counts}{} rows sealed with key {newest}, {older} rows need another key", self.resealed);
        if !self.unopened.is_empty() {
            bail!("{text}\nthe values of these rows do not open, and stay as they are:\n{}", self.unopened.join("\n"));
        }
        Ok(text)
    }
}

/// The numbers of rows, by the column of the key's number and by that number.
#[derive(Debug, Default)]
struct Counts(BTreeMap<(String, i16), i64>);

impl Counts {
    async fn read(scopes: &[SealedScope]) -> anyhow::Result<Self> {
        let mut counts = Self::default();
        for scope in scopes {
            for columns in scope.columns() {
                let name = format!("{}.{}", columns.table, columns.key);
                for (key, rows) in scope.begin(columns).await?.count_by_key().await? {
                    *counts.0.entry((name.clone(), key)).or_default() += rows;
                }
            }
        }
        Ok(counts)
    }

    fn older_than(&self, newest: i16) -> i64 {
        self.0.iter().filter(|((_, key), _)| *key != newest).map(|(_, rows)| rows).sum()
    }
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|((column, key), rows)| writeln!(f, "{column:<40} key {key:<6} {rows:>10}"))
    }
}
