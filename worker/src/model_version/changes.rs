//! Applies the registry changes that operators request, with the checks of the `model` command, and records the
//! registry's state.

use std::time::Duration;

use db::{Database, model_changes};
use domain::model_registry::{
    ModelAction, ModelChange, ModelChangeState, Objection, PublishedVersion, RegistryState, ShadowRun,
};
use registry::{Error, ModelRegistry, Pointer, Shadow};
use runtime::SharedClock;
use runtime::logging::chain;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::metrics_export;

/// How often requested changes are polled.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How often the registry's state is recorded, because the `model` command can also change it.
const RECORD_INTERVAL: Duration = Duration::from_mins(2);

/// Applies the registry changes that operators request.
pub struct ModelChanges {
    registry: ModelRegistry,
    database: Database,
    clock: SharedClock,
    recorded_at: Option<Instant>,
}

/// The result of a change.
enum Outcome {
    Done,
    Refused(String),
    Failed(String),
}

impl ModelChanges {
    /// Creates the loop. The first [`Self::process_pending`] records the registry's state.
    pub fn new(registry: ModelRegistry, database: Database, clock: SharedClock) -> Self {
        Self { registry, database, clock, recorded_at: None }
    }

    /// Runs until `stop`.
    pub async fn run(mut self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = self.process_pending().await {
                tracing::warn!(%error, "the changes of the model's registry were not read");
            }
        }
    }

    /// Applies every waiting change, and records the registry's state if that is due.
    pub async fn process_pending(&mut self) -> db::Result<()> {
        let mut is_due = self.recorded_at.is_none_or(|at| at.elapsed() >= RECORD_INTERVAL);
        while let Some(change) = self.claim().await? {
            let (state, detail) = match self.perform(&change).await {
                Outcome::Done => (ModelChangeState::Done, None),
                Outcome::Refused(why) => (ModelChangeState::Refused, Some(why)),
                Outcome::Failed(why) => (ModelChangeState::Failed, Some(why)),
            };
            tracing::info!(change = change.id, ?state, detail, "a change of the model's registry ended");
            let mut conn = self.database.system().acquire().await?;
            model_changes::finish(&mut conn, change.id, state, detail.as_deref(), self.clock.now()).await?;
            is_due = true;
        }
        if is_due {
            self.record().await?;
        }
        Ok(())
    }

    async fn claim(&self) -> db::Result<Option<ModelChange>> {
        model_changes::claim(&mut self.database.system().acquire().await?, self.clock.now()).await
    }

    async fn perform(&self, change: &ModelChange) -> Outcome {
        let done = match (change.action, &change.version) {
            (ModelAction::Promote, Some(version)) => self.promote(version, change.forced).await,
            (ModelAction::Promote, None) => return Outcome::Failed("no version is named".to_owned()),
            (ModelAction::Shadow, version) => self.shadow(version.clone(), change.share).await,
            (ModelAction::Rollback, version) => self.roll_back(version.as_deref()).await,
        };
        done.unwrap_or_else(|error| match error {
            Error::Store(_) | Error::Pointer(_) | Error::Busy => Outcome::Failed(chain(&error)),
            Error::Unknown(_) | Error::Taken(_) | Error::Invalid(_) | Error::Nothing => Outcome::Refused(chain(&error)),
        })
    }

    async fn promote(&self, version: &str, is_forced: bool) -> Result<Outcome, Error> {
        match self.registry.find_regression(version).await? {
            Some(regression) if !is_forced => Ok(Outcome::Refused(regression.to_string())),
            _ => self.registry.promote(version, self.clock.now()).await.map(|_| Outcome::Done),
        }
    }

    async fn shadow(&self, version: Option<String>, share: Option<f32>) -> Result<Outcome, Error> {
        let shadow = version.zip(share).map(|(version, share)| Shadow { version, share: f64::from(share) });
        self.registry.shadow(shadow).await.map(|_| Outcome::Done)
    }

    /// Rolls back the version that the operator saw. Refuses if another version is deployed now.
    async fn roll_back(&self, version: Option<&str>) -> Result<Outcome, Error> {
        if self.registry.pointer().await?.version.as_deref() != version {
            return Ok(Outcome::Refused("another version is deployed now".to_owned()));
        }
        self.registry.roll_back(self.clock.now()).await.map(|_| Outcome::Done)
    }

    /// Records the registry's state. If the registry cannot be reached, the next call tries again.
    async fn record(&mut self) -> db::Result<()> {
        self.recorded_at = Some(Instant::now());
        match self.read().await {
            Ok(state) => {
                let mut conn = self.database.system().acquire().await?;
                model_changes::set_registry(&mut conn, &state, self.clock.now()).await
            }
            Err(error) => {
                tracing::warn!(error = chain(&error), "the model's registry was not read");
                Ok(())
            }
        }
    }

    async fn read(&self) -> Result<RegistryState, Error> {
        let Pointer { version, since, history, shadow } = self.registry.pointer().await?;
        let mut versions = Vec::new();
        for name in self.registry.versions().await? {
            let is_deployed = version.as_deref() == Some(&name);
            let regression = if is_deployed { None } else { self.registry.find_regression(&name).await? };
            let model = metrics_export::from_manifest(&self.registry.manifest(&name).await?);
            versions.push(PublishedVersion {
                version: name,
                data_hash: model.data_hash,
                figures: model.figures,
                objection: regression.map(|found| Objection { code: found.code().to_owned(), text: found.to_string() }),
            });
        }
        Ok(RegistryState {
            deployed: version,
            since,
            former: history.into_iter().map(|past| past.version).collect(),
            shadow: shadow.map(|shadow| ShadowRun { version: shadow.version, share: shadow.share }),
            versions,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use db::model_changes::NewModelChange;
    use db::operators::NewOperator;
    use domain::{LoginUserId, Name, OperatorId, OperatorRole, PasswordHash};
    use runtime::ManualClock;
    use testing::{factory, store};

    use super::*;
    use crate::model_version::tests::publish;

    struct Scenario {
        database: testing::Database,
        registry: ModelRegistry,
        changes: ModelChanges,
        operator: OperatorId,
    }

    impl Scenario {
        async fn new() -> Self {
            let database = testing::Database::create().await;
            let registry = ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()));
            let clock = ManualClock::at(factory::now());
            let new = NewOperator {
                login_id: LoginUserId::parse("ops01").expect("a sign-in name"),
                password_hash: PasswordHash::new("-".to_owned()),
                name: Name::parse("최운영").expect("a name"),
                role: OperatorRole::Admin,
            };
            let mut conn = database.db.system().acquire().await.expect("a connection");
            let operator = db::operators::insert(&mut conn, &new, factory::now()).await.expect("inserted");
            drop(conn);
            let changes = ModelChanges::new(registry.clone(), database.db.clone(), Arc::<ManualClock>::clone(&clock));
            Self { database, registry, changes, operator }
        }

        /// Requests a change, lets the worker apply it, and returns its result.
        async fn change(
            &mut self,
            action: ModelAction,
            version: Option<&str>,
            forced: bool,
        ) -> (ModelChangeState, String) {
            let share = (action == ModelAction::Shadow && version.is_some()).then_some(0.5);
            let new = NewModelChange { action, version, share, forced, operator: self.operator, reason: "a test" };
            let mut conn = self.database.db.system().acquire().await.expect("a connection");
            let id = model_changes::insert(&mut conn, &new, factory::now()).await.expect("inserted");
            self.changes.process_pending().await.expect("worked");
            let done = model_changes::list(&mut conn, 1).await.expect("a list").remove(0);
            assert_eq!(done.id, id);
            (done.state, done.detail.unwrap_or_default())
        }

        async fn recorded(&self) -> RegistryState {
            let mut conn = self.database.db.system().acquire().await.expect("a connection");
            model_changes::find_registry(&mut conn).await.expect("a result").expect("it was read").0
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn unmeasured_version_needs_force() {
        let mut scenario = Scenario::new().await;
        publish(&scenario.registry, "next").await;
        let (state, why) = scenario.change(ModelAction::Promote, Some("next"), false).await;
        assert_eq!(state, ModelChangeState::Refused);
        assert!(why.contains("no recorded evaluation"), "{why}");
        assert_eq!(scenario.registry.pointer().await.expect("a pointer").version, None);
        let recorded = scenario.recorded().await;
        assert_eq!(recorded.versions[0].objection.as_ref().map(|found| found.code.as_str()), Some("not_measured"));

        let (state, _) = scenario.change(ModelAction::Promote, Some("next"), true).await;
        assert_eq!(state, ModelChangeState::Done);
        assert_eq!(scenario.recorded().await.deployed.as_deref(), Some("next"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn rollback_takes_back_what_was_seen() {
        let mut scenario = Scenario::new().await;
        publish(&scenario.registry, "next").await;
        scenario.change(ModelAction::Promote, Some("next"), true).await;
        let (state, why) = scenario.change(ModelAction::Rollback, Some("other"), false).await;
        assert_eq!((state, why.as_str()), (ModelChangeState::Refused, "another version is deployed now"));
        let (state, _) = scenario.change(ModelAction::Rollback, Some("next"), false).await;
        assert_eq!(state, ModelChangeState::Done);
        let (state, why) = scenario.change(ModelAction::Rollback, None, false).await;
        assert_eq!(state, ModelChangeState::Refused);
        assert!(why.contains("nothing was deployed before"), "{why}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn shadow_run_begins_and_ends() {
        let mut scenario = Scenario::new().await;
        publish(&scenario.registry, "bold").await;
        let (state, _) = scenario.change(ModelAction::Shadow, Some("bold"), false).await;
        assert_eq!(state, ModelChangeState::Done);
        let shadow = scenario.recorded().await.shadow.expect("a shadow run");
        assert_eq!((shadow.version.as_str(), shadow.share), ("bold", 0.5));
        scenario.change(ModelAction::Shadow, None, false).await;
        assert_eq!(scenario.recorded().await.shadow, None);
        let (state, _) = scenario.change(ModelAction::Shadow, Some("none"), false).await;
        assert_eq!(state, ModelChangeState::Refused);
    }
}
