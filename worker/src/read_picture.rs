//! Job `read_picture`: reads a picture and records its result or the reason for the failure.

use std::sync::Arc;

use blob::Store;
use db::notifications::NewNotification;
use db::pictures::PictureToRead;
use db::results::{NewResult, RecordOutcome};
use db::{TenantDb, TenantTx, results};
use domain::{FailureCode, NotificationKind, PictureId, Reading, Size};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use metrics::{counter, histogram};
use model::{Analysis, AnalysisError, Analyzer};
use queue::jobs::ReadPicture;
use queue::{DeadJob, Done, Failure, JobRun, Outcome};
use runtime::SharedClock;
use tokio::sync::oneshot;

use crate::metrics::{READING_SECONDS, READINGS};
use crate::model_version::SharedCandidate;
use crate::model_version::shadow;

/// The largest stored picture that is read, in bytes. Browsers upload less: the API's `MAX_PICTURE_BYTES`.
pub const MAX_READ_BYTES: u64 = 20 << 20;

/// The dependencies of reading pictures.
pub struct PhotoContext {
    /// The network, on its own threads.
    pub analyzer: Arc<Analyzer>,
    /// A version that reads a share of the photos for comparison.
    pub candidate: SharedCandidate,
    /// The storage of the uploaded files.
    pub store: Store,
    /// The clock for the time of results.
    pub clock: SharedClock,
}

/// The result of reading a picture.
enum Read {
    Result { size: Size, reading: Reading, model_version: String },
    Failure(Option<Size>, FailureCode),
}

/// Runs the job.
///
/// # Errors
/// Retries while the object store, the network or the database fails; fails when the object is gone.
pub async fn run(context: Arc<PhotoContext>, run: JobRun<ReadPicture>) -> Outcome {
    let id = run.job.picture_id;
    // the connection is returned before the file is fetched
    let picture = db::pictures::find(&mut run.tenant_db().acquire().await?, id).await?;
    let Some(picture) = picture.filter(|picture| picture.current && !picture.read) else {
        return Ok(Done::without_effect());
    };
    let read = context.read(&run.tenant_db(), &picture).await?;
    let mut tx = run.tenant_db().begin().await?;
    context.record(&mut tx, id, &read).await?;
    run.complete(tx).await
}

/// Records the failure, so that the patient does not wait for a result.
pub fn on_dead<'a>(
    context: &'a PhotoContext,
    dead: &'a DeadJob<ReadPicture>,
    tx: &'a mut TenantTx,
) -> BoxFuture<'a, db::Result<()>> {
    let failed = Read::Failure(None, FailureCode::AnalysisFailed);
    async move { context.record(tx, dead.job.picture_id, &failed).await }.boxed()
}

impl PhotoContext {
    async fn read(&self, db: &TenantDb, picture: &PictureToRead) -> Result<Read, Failure> {
        if picture.is_consent_withdrawn {
            return Ok(Read::Failure(None, FailureCode::AnalysisFailed));
        }
        let stored = self.store.get_verified(picture.object_key.as_str(), MAX_READ_BYTES, picture.hash.as_ref());
        let bytes = match stored.await {
            Ok(bytes) => bytes,
            Err(blob::Error::TooLarge(_)) => return Ok(Read::Failure(None, FailureCode::TooLarge)),
            Err(error @ (blob::Error::NotFound | blob::Error::Changed)) => return Err(Failure::fail(error)),
            Err(error @ blob::Error::Unavailable(_)) => {
                return Err(Failure::retry(error));
            }
        };
        let (sender, receiver) = oneshot::channel();
        let deliver = move |analysis| {
            // fails if the job was canceled or timed out in the meantime
            let _ = sender.send(analysis);
        };
        self.analyzer.submit(bytes.to_vec(), picture.crop, deliver).map_err(Failure::retry)?;
        let shadow_run = shadow::start(&self.candidate, picture.id, &bytes, picture.crop);
        let analysis = receiver.await.map_err(|_| Failure::retry("the analyzer stopped"))?;
        let analysis = analysis.map_err(|error| match error {
            AnalysisError::Crop { .. } => Failure::fail(error),
            AnalysisError::Network(_) | AnalysisError::Panicked => Failure::retry(error),
        })?;
        if let Some(shadow_run) = shadow_run {
            shadow_run.finish(analysis.clone(), db.clone(), self.clock.now());
        }
        let timings = analysis.timings;
        let stages = [("decode", timings.decode_ms), ("segment", timings.segment_ms), ("score", timings.score_ms)];
        for (stage, ms) in stages {
            histogram!(READING_SECONDS.name, "stage" => stage).record(ms / 1_000.0);
        }
        read_outcome(analysis)
    }

    /// Writes the result or the failure and notifies the patient if that changed anything.
    async fn record(&self, tx: &mut TenantTx, id: PictureId, read: &Read) -> db::Result<()> {
        let now = self.clock.now();
        let (recorded, kind, code) = match read {
            Read::Result { size, reading, model_version } => {
                let result = NewResult { size: *size, reading, model_version };
                (results::insert(tx, id, &result, now).await?, NotificationKind::ResultReady, "read")
            }
            Read::Failure(size, code) => {
                let recorded = results::insert_failure(tx, id, *size, *code, now).await?;
                (recorded, NotificationKind::ResultFailed, code.as_str())
            }
        };
        counter!(READINGS.name, "outcome" => code).increment(1);
        if let RecordOutcome::Changed { tci_id, patient_id } = recorded {
            let notification = NewNotification { patient_id, kind, tci_id, picture_id: id };
            db::notifications::insert(tx, &notification, now).await?;
        }
        Ok(())
    }
}

fn read_outcome(analysis: Analysis) -> Result<Read, Failure> {
    let Analysis { width, height, outcome, model_version, .. } = analysis;
    match (outcome, Size::new(width, height)) {
        (model::Outcome::Reading(reading), Some(size)) => Ok(Read::Result { size, reading, model_version }),
        (model::Outcome::Reading(_), None) => Err(Failure::fail("a picture without a size was read")),
        (model::Outcome::Failure(code), size) => Ok(Read::Failure(size, code)),
    }
}

#[cfg(test)]
mod tests {
    use db::consents::{self, NewConsent};
    use db::{pictures, tcis};
    use domain::ConsentKind;
    use domain::legal::HEALTH_EDITION;
    use model::TonguePipeline;
    use model::ood::OodDetector;
    use model::release::Bundle;
    use runtime::ManualClock;
    use sha2::{Digest as _, Sha256};
    use testing::{Database, factory, store};

    use super::*;
    use crate::model_version::tests::jpeg;

    /// Returns a context whose built-in network treats tongues within this out-of-distribution distance as familiar.
    fn context(limit: f32) -> PhotoContext {
        let mut bundle = Bundle::embedded().expect("the built-in weights");
        let width = bundle.tensors.network(&bundle.config.network).expect("a network").tongue_features();
        let row = |at| (0..width).map(|column| f32::from(u8::from(column == at))).collect();
        let statistics = OodDetector { whitening: (0..width).map(row).collect(), means: vec![vec![0.0; width]], limit };
        statistics.add_to(&mut bundle.tensors).expect("tensors");
        let pipeline = TonguePipeline::new(&bundle).expect("a pipeline");
        PhotoContext {
            analyzer: Arc::new(Analyzer::from_pipeline(pipeline, 1, 4).expect("a thread")),
            candidate: SharedCandidate::default(),
            store: store(),
            clock: ManualClock::at(factory::now()),
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn changed_photo_is_not_read() {
        let database = Database::create().await;
        let (tenant, patient) = (database.tenant(), database.first.patient);
        let made = factory::tci(&tenant, patient, factory::now()).await;
        let picture = made.picture.expect("a picture");
        let context = context(1e6);
        context.store.put(picture.object_key.as_str(), "image/jpeg", jpeg().into()).await.expect("stored");
        let mut conn = tenant.acquire().await.expect("a connection");
        let mut found = pictures::find(&mut conn, picture.id).await.expect("a result").expect("the picture");
        found.hash = Some(Sha256::digest(jpeg()).into());
        assert!(context.read(&tenant, &found).await.is_ok(), "the photo that was accepted");
        found.hash = Some(Sha256::digest(b"another photo").into());
        let refused = context.read(&tenant, &found).await.err().expect("a failure");
        assert!(matches!(refused, Failure::Fail(_)), "another attempt reads the same bytes");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn photo_is_not_read_after_a_withdrawal() {
        let database = Database::create().await;
        let (tenant, patient) = (database.tenant(), database.first.patient);
        let picture = factory::tci(&tenant, patient, factory::now()).await.picture.expect("a picture");
        let context = context(1e6);
        context.store.put(picture.object_key.as_str(), "image/jpeg", jpeg().into()).await.expect("stored");
        let mut conn = tenant.acquire().await.expect("a connection");
        let consent = NewConsent {
            patient_id: patient,
            kind: ConsentKind::Health,
            recipient: None,
            version: HEALTH_EDITION,
            client_address: None,
        };
        for is_accepted in [true, false, true] {
            let changed = if is_accepted {
                consents::insert(&mut conn, &consent, factory::now()).await
            } else {
                consents::withdraw(&mut conn, patient, ConsentKind::Health, None, factory::now()).await
            };
            assert!(changed.expect("a result"));
            let found = pictures::find(&mut conn, picture.id).await.expect("a result").expect("the picture");
            let read = context.read(&tenant, &found).await.expect("an outcome");
            let refused = matches!(read, Read::Failure(None, FailureCode::AnalysisFailed));
            assert_eq!(refused, !is_accepted);
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn unfamiliar_photo_is_stored_as_such() {
        let database = Database::create().await;
        let (tenant, patient) = (database.tenant(), database.first.patient);
        for (limit, unfamiliar) in [(1e-3, true), (1e6, false)] {
            let made = factory::tci(&tenant, patient, factory::now()).await;
            let picture = made.picture.expect("a picture");
            let context = context(limit);
            context.store.put(picture.object_key.as_str(), "image/jpeg", jpeg().into()).await.expect("stored");
            let mut conn = tenant.acquire().await.expect("a connection");
            let found = pictures::find(&mut conn, picture.id).await.expect("a result").expect("the picture");
            let read = context.read(&tenant, &found).await.expect("a reading");
            let mut tx = tenant.begin().await.expect("a transaction");
            context.record(&mut tx, picture.id, &read).await.expect("recorded");
            tx.commit().await.expect("committed");
            let shown = tcis::find_own(&mut conn, patient, made.id).await.expect("a result").expect("the analysis");
            let result = shown.picture.and_then(|picture| picture.read).expect("a result");
            assert_eq!(result.unfamiliar, unfamiliar);
        }
    }
}
