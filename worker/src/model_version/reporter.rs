//! Records the version that reads photos, with its metrics, in the database for the page about the AI.

use std::sync::Arc;
use std::time::Duration;

use db::{Database, deployed_model};
use domain::DeployedModel;
use model::Analyzer;
use runtime::SharedClock;
use tokio_util::sync::CancellationToken;

use super::metrics_export;

/// How often the metrics of a folder of weights are reread.
const REPORT_INTERVAL: Duration = Duration::from_secs(2);
/// How long a report may delay the deployment of a version.
const REPORT_TIMEOUT: Duration = Duration::from_secs(2);

/// Writes the version in use to the database whenever it changes.
pub struct ModelReporter {
    database: Database,
    clock: SharedClock,
    reported: Option<DeployedModel>,
}

impl ModelReporter {
    /// Creates a reporter that has reported nothing yet.
    pub fn new(database: Database, clock: SharedClock) -> Self {
        Self { database, clock, reported: None }
    }

    /// Reports the analyzer's version, unless it was already reported. A worker whose version differs from `deployed`
    /// (`None` means the built-in one of each program) reports nothing, because patients should not see that version.
    /// If the database cannot be reached, the next call tries again.
    pub async fn report(&mut self, deployed: Option<&str>, analyzer: &Analyzer) {
        // the metrics of a version can also change: those of a folder of weights may have been recorded in the meantime
        let model = metrics_export::from_manifest(&analyzer.manifest());
        if deployed.is_some_and(|version| version != model.version) || self.reported.as_ref() == Some(&model) {
            return;
        }
        match tokio::time::timeout(REPORT_TIMEOUT, self.write(&model)).await {
            Ok(Ok(())) => self.reported = Some(model),
            Ok(Err(error)) => tracing::warn!(%error, version = model.version, "the version in use was not recorded"),
            Err(_) => tracing::warn!(version = model.version, "the version in use was not recorded in time"),
        }
    }

    async fn write(&self, model: &DeployedModel) -> db::Result<()> {
        deployed_model::set(&mut self.database.system().acquire().await?, model, self.clock.now()).await
    }

    /// Reports the version in a folder of weights, which takes precedence over the deployed one, until `stop`.
    pub async fn run(mut self, analyzer: Arc<Analyzer>, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(REPORT_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            self.report(None, &analyzer).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use db::DatabaseConfig;
    use domain::deployed_model::ModelMetrics;
    use model::WeightsSource;
    use registry::{ModelRegistry, Shadow};
    use runtime::{Clock as _, ManualClock};
    use serde_json::Value;
    use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection, postgres::PgConnectOptions};
    use testing::{PrivatePostgres, eventually, factory, store};

    use super::*;
    use crate::model_version::ModelUpdater;
    use crate::model_version::tests::{folder, publish};

    fn registry() -> ModelRegistry {
        ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()))
    }

    /// The version, whether it has outline metrics, and when it was reported.
    type Row = (String, bool, DateTime<Utc>);

    async fn row(conn: &mut PgConnection) -> Option<Row> {
        let found = "select version, figures->'outline' <> 'null', taken_up_at from deployed_model";
        sqlx::query_as(AssertSqlSafe(found)).fetch_optional(conn).await.expect("a result")
    }

    fn analyzer(source: WeightsSource) -> Arc<Analyzer> {
        Arc::new(Analyzer::start(source, 1, 4).expect("the networks"))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn promoted_version_is_reported() {
        let (database, registry) = (testing::Database::create().await, registry());
        let (mut superuser, clock) = (database.superuser().await, ManualClock::at(factory::now()));
        let analyzer = analyzer(WeightsSource::Embedded);
        let own = analyzer.version();
        let reporter = ModelReporter::new(database.db.clone(), Arc::<ManualClock>::clone(&clock));
        let mut updater = ModelUpdater::new(registry.clone(), Arc::clone(&analyzer)).with_reporter(reporter);
        updater.start().await;
        assert_eq!(
            row(&mut superuser).await,
            Some((own.clone(), true, clock.now())),
            "the program's own, at the start"
        );

        publish(&registry, "next").await;
        registry.promote("next", clock.now()).await.expect("promoted");
        clock.advance(TimeDelta::minutes(1));
        let promoted = clock.now();
        updater.update().await;
        assert_eq!(row(&mut superuser).await, Some(("next".to_owned(), false, promoted)), "without another's figures");
        let kept = deployed_model::find(&mut database.tenant().acquire().await.expect("a connection")).await;
        assert_eq!(kept.expect("a result").map(|model| model.figures), Some(ModelMetrics::default()));

        // neither an update without a new version nor a candidate changes the report
        publish(&registry, "bold").await;
        registry.shadow(Some(Shadow { version: "bold".to_owned(), share: 0.5 })).await.expect("set");
        clock.advance(TimeDelta::minutes(1));
        updater.update().await;
        assert_eq!(row(&mut superuser).await, Some(("next".to_owned(), false, promoted)));

        registry.roll_back(clock.now()).await.expect("rolled back");
        updater.update().await;
        assert_eq!(row(&mut superuser).await, Some((own, true, clock.now())));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn unreachable_database_gets_report_later() {
        let (mut server, registry) = (PrivatePostgres::start_migrated().await, registry());
        let config = DatabaseConfig { url: server.url(), max_connections_per_tenant: 2, max_system_connections: 2 };
        let database = Database::connect_lazily(&config).expect("an address");
        server.stop().await;
        publish(&registry, "next").await;
        registry.promote("next", factory::now()).await.expect("promoted");
        let analyzer = analyzer(WeightsSource::Embedded);
        let reporter = ModelReporter::new(database, ManualClock::at(factory::now()));
        let mut updater = ModelUpdater::new(registry, Arc::clone(&analyzer)).with_reporter(reporter);
        updater.update().await;
        assert_eq!(analyzer.version(), "next");

        server.restart().await;
        let options: PgConnectOptions = server.url().parse().expect("a URL");
        let mut superuser = options.connect().await.expect("the server answers");
        assert_eq!(row(&mut superuser).await, None);
        updater.update().await;
        assert_eq!(row(&mut superuser).await.map(|(version, ..)| version), Some("next".to_owned()));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn other_version_than_deployed_is_not_reported() {
        let database = testing::Database::create().await;
        let mut superuser = database.superuser().await;
        let analyzer = analyzer(WeightsSource::Embedded);
        let mut reporter = ModelReporter::new(database.db.clone(), ManualClock::at(factory::now()));
        reporter.report(Some("next"), &analyzer).await;
        assert_eq!(row(&mut superuser).await, None);
        reporter.report(Some(&analyzer.version()), &analyzer).await;
        assert_eq!(row(&mut superuser).await.map(|(version, ..)| version), Some(analyzer.version()));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn folder_is_reported_with_later_metrics() {
        let database = testing::Database::create().await;
        let mut superuser = database.superuser().await;
        let own = analyzer(WeightsSource::Embedded).manifest();
        let dir = folder(&own.version, &Value::Null);
        let analyzer = analyzer(WeightsSource::Directory(dir.path().to_owned()));
        let stop = CancellationToken::new();
        let reporter = ModelReporter::new(database.db.clone(), ManualClock::at(factory::now()));
        let running = tokio::spawn(reporter.run(Arc::clone(&analyzer), stop.clone()));
        let mut reports = async |has_outline: bool| {
            row(&mut superuser)
                .await
                .is_some_and(|(version, outline, _)| version == own.version && outline == has_outline)
        };
        eventually("a report without metrics", Duration::from_secs(10), async || reports(false).await).await;
        let text = serde_json::to_vec(&own).expect("JSON");
        std::fs::write(dir.path().join("manifest.json"), text).expect("written");
        eventually("a report with metrics", Duration::from_secs(10), async || reports(true).await).await;
        stop.cancel();
        running.await.expect("an orderly end");
    }
}
