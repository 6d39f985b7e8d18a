//! Tells which version photos are read with, and what its tests found: the page that says how the score is made shows it.

use std::sync::Arc;
use std::time::Duration;

use db::{Database, deployed_model};
use domain::DeployedModel;
use model::Analyzer;
use runtime::SharedClock;
use tokio_util::sync::CancellationToken;

use crate::figures;

/// How often a folder of weights is asked about: as often as it is looked at.
const EVERY: Duration = Duration::from_secs(2);
/// How long a database may take: versions are taken up in time all the same.
const PATIENCE: Duration = Duration::from_secs(2);

/// Writes the version in use to the database, whenever it is another one.
pub struct Uptake {
    database: Database,
    clock: SharedClock,
    /// What was written last.
    told: Option<DeployedModel>,
}

impl Uptake {
    /// Nothing is told yet.
    pub fn new(database: Database, clock: SharedClock) -> Self {
        Self { database, clock, told: None }
    }

    /// Tells what the analyzer reads with, unless that was told. A worker that reads with something else than what is `deployed`
    /// (none is each program's own) has nothing to say: that version is not what patients should be told of. A database that
    /// is away is told at the next call.
    pub async fn tell(&mut self, deployed: Option<&str>, analyzer: &Analyzer) {
        // of the same version, too: in a folder of weights its figures may have been recorded meanwhile
        let model = figures::of(&analyzer.manifest());
        if deployed.is_some_and(|version| version != model.version) || self.told.as_ref() == Some(&model) {
            return;
        }
        match tokio::time::timeout(PATIENCE, self.write(&model)).await {
            Ok(Ok(())) => self.told = Some(model),
            Ok(Err(error)) => {
                tracing::warn!(%error, version = model.version, "it was not written which version is in use; it is tried again");
            }
            Err(_) => {
                tracing::warn!(
                    version = model.version,
                    "it took too long to write which version is in use; it is tried again"
                );
            }
        }
    }

    async fn write(&self, model: &DeployedModel) -> db::Result<()> {
        deployed_model::set(&mut self.database.system().acquire().await?, model, self.clock.now()).await
    }

    /// Tells until `stop` what a folder of weights holds, which goes before what is deployed.
    pub async fn run(mut self, analyzer: Arc<Analyzer>, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            self.tell(None, &analyzer).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use blob::{S3Config, Store};
    use chrono::{DateTime, TimeDelta, Utc};
    use db::DatabaseConfig;
    use domain::deployed_model::Figures;
    use model::WeightsSource;
    use registry::{ModelRegistry, Shadow};
    use runtime::{Clock as _, ManualClock};
    use serde_json::Value;
    use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection, postgres::PgConnectOptions};
    use testing::{PrivatePostgres, factory};

    use super::*;
    use crate::deployed::Deployed;
    use crate::deployed::tests::{folder, publish};

    fn registry() -> ModelRegistry {
        let variable = |name| testing::optional(name).expect("run by `sandbox exec`");
        let store = Store::connect(&S3Config {
            endpoint: variable("S3_ENDPOINT").parse().expect("a URL"),
            public_url: variable("S3_PUBLIC_URL").parse().expect("a URL"),
            region: variable("S3_REGION"),
            bucket: variable("S3_BUCKET"),
            access_key_id: variable("S3_ACCESS_KEY_ID"),
            secret_access_key: variable("S3_SECRET_ACCESS_KEY").into(),
        });
        ModelRegistry::with_prefix(store, &format!("{}/", testing::key_prefix()))
    }

    /// Version, whether figures of outlines are there, and since when.
    type Row = (String, bool, DateTime<Utc>);

    async fn row(conn: &mut PgConnection) -> Option<Row> {
        let found = "select version, figures->'outline' <> 'null', taken_up_at from deployed_model";
        sqlx::query_as(AssertSqlSafe(found)).fetch_optional(conn).await.expect("an answer")
    }

    fn analyzer(source: WeightsSource) -> Arc<Analyzer> {
        Arc::new(Analyzer::start(source, 1, 4).expect("the networks"))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_is_taken_up_is_told_and_told_again_when_it_is_taken_back() {
        let (database, registry) = (testing::Database::create().await, registry());
        let (mut superuser, clock) = (database.superuser().await, ManualClock::at(factory::now()));
        let analyzer = analyzer(WeightsSource::Embedded);
        let own = analyzer.version();
        let uptake = Uptake::new(database.db.clone(), Arc::<ManualClock>::clone(&clock));
        let mut deployed = Deployed::new(registry.clone(), Arc::clone(&analyzer)).telling(uptake);
        deployed.begin().await;
        assert_eq!(
            row(&mut superuser).await,
            Some((own.clone(), true, clock.now())),
            "the program's own, at the start"
        );

        publish(&registry, "next").await;
        registry.promote("next", clock.now()).await.expect("promoted");
        clock.advance(TimeDelta::minutes(1));
        let promoted = clock.now();
        deployed.look().await;
        assert_eq!(row(&mut superuser).await, Some(("next".to_owned(), false, promoted)), "without another's figures");
        let kept = deployed_model::find(&mut database.tenant().acquire().await.expect("a connection")).await;
        assert_eq!(kept.expect("an answer").map(|model| model.figures), Some(Figures::default()));

        // neither a look that finds nothing new nor a candidate changes what is told
        publish(&registry, "bold").await;
        registry.shadow(Some(Shadow { version: "bold".to_owned(), share: 0.5 })).await.expect("set");
        clock.advance(TimeDelta::minutes(1));
        deployed.look().await;
        assert_eq!(row(&mut superuser).await, Some(("next".to_owned(), false, promoted)));

        registry.roll_back(clock.now()).await.expect("rolled back");
        deployed.look().await;
        assert_eq!(row(&mut superuser).await, Some((own, true, clock.now())));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_database_that_is_away_holds_no_version_up_and_is_told_later() {
        let (mut server, registry) = (PrivatePostgres::start_migrated().await, registry());
        let config = DatabaseConfig { url: server.url(), max_connections_per_tenant: 2, max_system_connections: 2 };
        let database = Database::connect_lazily(&config).expect("an address");
        server.stop().await;
        publish(&registry, "next").await;
        registry.promote("next", factory::now()).await.expect("promoted");
        let analyzer = analyzer(WeightsSource::Embedded);
        let uptake = Uptake::new(database, ManualClock::at(factory::now()));
        let mut deployed = Deployed::new(registry, Arc::clone(&analyzer)).telling(uptake);
        deployed.look().await;
        assert_eq!(analyzer.version(), "next");

        server.start_again().await;
        let options: PgConnectOptions = server.url().parse().expect("a URL");
        let mut superuser = options.connect().await.expect("the server answers");
        assert_eq!(row(&mut superuser).await, None);
        deployed.look().await;
        assert_eq!(row(&mut superuser).await.map(|(version, ..)| version), Some("next".to_owned()));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_worker_that_cannot_use_what_is_deployed_does_not_speak_for_it() {
        let database = testing::Database::create().await;
        let mut superuser = database.superuser().await;
        let analyzer = analyzer(WeightsSource::Embedded);
        let mut uptake = Uptake::new(database.db.clone(), ManualClock::at(factory::now()));
        uptake.tell(Some("next"), &analyzer).await;
        assert_eq!(row(&mut superuser).await, None);
        uptake.tell(Some(&analyzer.version()), &analyzer).await;
        assert_eq!(row(&mut superuser).await.map(|(version, ..)| version), Some(analyzer.version()));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_folder_of_weights_is_told_with_figures_that_are_recorded_later() {
        let database = testing::Database::create().await;
        let mut superuser = database.superuser().await;
        let own = analyzer(WeightsSource::Embedded).manifest();
        let dir = folder(&own.version, &Value::Null);
        let analyzer = analyzer(WeightsSource::Directory(dir.path().to_owned()));
        let stop = CancellationToken::new();
        let uptake = Uptake::new(database.db.clone(), ManualClock::at(factory::now()));
        let running = tokio::spawn(uptake.run(Arc::clone(&analyzer), stop.clone()));
        let told = async |superuser: &mut PgConnection| {
            for _ in 0..200 {
                if let Some((version, outline, _)) = row(superuser).await {
                    return Some((version, outline));
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            None
        };
        assert_eq!(told(&mut superuser).await, Some((own.version.clone(), false)));
        let text = serde_json::to_vec(&own).expect("JSON");
        std::fs::write(dir.path().join("manifest.json"), text).expect("written");
        for _ in 0..200 {
            if told(&mut superuser).await == Some((own.version.clone(), true)) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(told(&mut superuser).await, Some((own.version, true)));
        stop.cancel();
        running.await.expect("an orderly end");
    }
}
