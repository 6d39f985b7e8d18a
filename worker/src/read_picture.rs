//! Job `read_picture`: reads a picture and records its result, or why there is none.

use std::sync::Arc;

use blob::Store;
use db::notifications::NewNotification;
use db::pictures::PictureToRead;
use db::results::{NewResult, Recorded};
use db::{TenantDb, TenantTx, results};
use domain::{FailureCode, NotificationKind, PictureId, Reading, Size};
use futures::future::BoxFuture;
use metrics::{counter, histogram};
use model::{Analysis, AnalysisError, Analyzer};
use queue::{Done, Failure, Handler, Job, JobRun, Outcome};
use runtime::SharedClock;
use tokio::sync::oneshot;

use crate::deployed::SharedCandidate;
use crate::shadow;

/// The largest file that is fetched; browsers are allowed 2 MB.
const LARGEST: u64 = 20 << 20;

/// Reads pictures.
pub struct ReadPicture {
    /// The networks, on threads of their own.
    pub analyzer: Arc<Analyzer>,
    /// A version that reads beside them, for comparison.
    pub candidate: SharedCandidate,
    /// Where the files are.
    pub store: Store,
    /// The time that results carry.
    pub clock: SharedClock,
}

/// What became of a picture.
enum Read {
    Result { size: Size, reading: Reading, model_version: String },
    Failure(Option<Size>, FailureCode),
}

impl Handler for ReadPicture {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let id = PictureId::new(run.job.ref_id);
            // the connection goes back before the file is fetched
            let picture = db::pictures::find(&mut run.tenant_db().acquire().await?, id).await?;
            let Some(picture) = picture.filter(|picture| picture.current && !picture.read) else {
                return Ok(Done::nothing());
            };
            let read = self.read(&run.tenant_db(), &picture).await?;
            let mut tx = run.tenant_db().begin().await?;
            self.record(&mut tx, id, &read).await?;
            run.complete(tx).await
        })
    }

    /// The analysis must not wait for ever: it is told that it failed.
    fn dead<'a>(&'a self, job: &'a Job, tx: &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>> {
        Box::pin(async move {
            let failed = Read::Failure(None, FailureCode::AnalysisFailed);
            self.record(tx, PictureId::new(job.ref_id), &failed).await
        })
    }
}

impl ReadPicture {
    async fn read(&self, db: &TenantDb, picture: &PictureToRead) -> Result<Read, Failure> {
        let bytes = match self.store.get(picture.object_key.as_str(), LARGEST).await {
            Ok(bytes) => bytes,
            Err(blob::Error::TooLarge(_)) => return Ok(Read::Failure(None, FailureCode::TooLarge)),
            Err(blob::Error::NotFound) => return Err(Failure::fail("the object is gone")),
            Err(error @ blob::Error::Unavailable(_)) => {
                tracing::warn!(%error, "a picture was not fetched");
                return Err(Failure::retry("the object store is unavailable"));
            }
        };
        let (door, answer) = oneshot::channel();
        let deliver = move |analysis| {
            // nobody waits any more: the job was canceled or took too long
            let _ = door.send(analysis);
        };
        self.analyzer.submit(bytes.to_vec(), picture.crop, deliver).map_err(Failure::retry)?;
        let beside = shadow::begin(&self.candidate, picture.id, &bytes, picture.crop);
        let analysis = answer.await.map_err(|_| Failure::retry("the reader ended"))?;
        let analysis = analysis.map_err(|error| match error {
            AnalysisError::Crop { .. } => Failure::fail(error),
            AnalysisError::Network(_) | AnalysisError::Panicked | AnalysisError::Overloaded(_) => Failure::retry(error),
        })?;
        if let Some(beside) = beside {
            beside.finish(analysis.clone(), db.clone(), self.clock.now());
        }
        let timings = analysis.timings;
        let stages = [("decode", timings.decode_ms), ("segment", timings.segment_ms), ("score", timings.score_ms)];
        for (stage, ms) in stages {
            histogram!("reading_seconds", "stage" => stage).record(ms / 1_000.0);
        }
        to_record(analysis)
    }

    /// Writes the result or the failure and, if it is news, tells the patient.
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
        counter!("readings_total", "outcome" => code).increment(1);
        if let Recorded::News { tci_id, patient_id } = recorded {
            let news = NewNotification { patient_id, kind, tci_id, picture_id: id };
            db::notifications::insert(tx, &news, now).await?;
        }
        Ok(())
    }
}

/// What is recorded of an analysis.
fn to_record(analysis: Analysis) -> Result<Read, Failure> {
    let Analysis { width, height, outcome, model_version, .. } = analysis;
    match (outcome, Size::new(width, height)) {
        (model::Outcome::Reading(reading), Some(size)) => Ok(Read::Result { size, reading, model_version }),
        (model::Outcome::Reading(_), None) => Err(Failure::fail("a picture without a size was read")),
        (model::Outcome::Failure(code), size) => Ok(Read::Failure(size, code)),
    }
}

#[cfg(test)]
mod tests {
    use db::{pictures, tcis};
    use model::TonguePipeline;
    use model::familiarity::Familiarity;
    use model::release::Bundle;
    use runtime::ManualClock;
    use testing::{Database, factory};

    use super::*;
    use crate::deployed::tests::{jpeg, store};

    /// The built-in network, to which tongues are familiar up to this distance from the origin.
    fn analyzer(limit: f32) -> Arc<Analyzer> {
        let mut bundle = Bundle::embedded().expect("the built-in weights");
        let width = bundle.tensors.network(&bundle.config.network).expect("a network").tongue_features();
        let row = |at| (0..width).map(|column| f32::from(u8::from(column == at))).collect();
        let statistics = Familiarity { whitening: (0..width).map(row).collect(), means: vec![vec![0.0; width]], limit };
        statistics.add_to(&mut bundle.tensors).expect("tensors");
        let pipeline = TonguePipeline::new(&bundle).expect("a pipeline");
        Arc::new(Analyzer::from_pipeline(pipeline, 1, 4).expect("a thread"))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn unfamiliar_photo_is_stored_as_such() {
        let database = Database::create().await;
        let (tenant, patient) = (database.tenant(), database.first.patient);
        for (limit, unfamiliar) in [(1e-3, true), (1e6, false)] {
            let made = factory::tci(&tenant, patient, factory::now()).await;
            let picture = made.picture.expect("a picture");
            let reader = ReadPicture {
                analyzer: analyzer(limit),
                candidate: SharedCandidate::default(),
                store: store(),
                clock: ManualClock::at(factory::now()),
            };
            reader.store.put(picture.object_key.as_str(), "image/jpeg", jpeg().into()).await.expect("stored");
            let mut conn = tenant.acquire().await.expect("a connection");
            let found = pictures::find(&mut conn, picture.id).await.expect("an answer").expect("the picture");
            let read = reader.read(&tenant, &found).await.expect("a reading");
            let mut tx = tenant.begin().await.expect("a transaction");
            reader.record(&mut tx, picture.id, &read).await.expect("recorded");
            tx.commit().await.expect("committed");
            let shown = tcis::find_own(&mut conn, patient, made.id).await.expect("an answer").expect("the analysis");
            let result = shown.picture.and_then(|picture| picture.read).expect("a result");
            assert_eq!(result.unfamiliar, unfamiliar);
        }
    }
}
