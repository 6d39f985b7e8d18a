//! Job `read_picture`: reads a picture and records its result, or why there is none.

use std::sync::Arc;

use blob::Store;
use db::notifications::NewNotification;
use db::pictures::PictureToRead;
use db::results::Recorded;
use db::{TenantDb, TenantTx, results};
use domain::{Confidences, FailureCode, Grid, Measured, NotificationKind, Outline, PictureId, Reading, Scores, Size};
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
    Result(Measured, Box<Reading>),
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
        let crop = picture.crop.map(|crop| model::Square {
            left: crop.left(),
            top: crop.top(),
            width: crop.side(),
            height: crop.side(),
        });
        let (door, answer) = oneshot::channel();
        let told = move |analysis| {
            // nobody waits any more: the job was canceled or took too long
            let _ = door.send(analysis);
        };
        self.analyzer.submit(bytes.to_vec(), crop, told).map_err(Failure::retry)?;
        let beside = shadow::begin(&self.candidate, picture.id, &bytes, crop);
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
        convert(analysis)
    }

    /// Writes the result or the failure and, if it is news, tells the patient.
    async fn record(&self, tx: &mut TenantTx, id: PictureId, read: &Read) -> db::Result<()> {
        let now = self.clock.now();
        let (recorded, kind, code) = match read {
            Read::Result(measured, reading) => {
                (results::insert(tx, id, *measured, reading, now).await?, NotificationKind::ResultReady, "read")
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

/// The networks' answer in the domain's terms.
fn convert(analysis: Analysis) -> Result<Read, Failure> {
    let size = Size::new(analysis.width, analysis.height);
    let reading = match analysis.outcome {
        model::Outcome::Reading(reading) => reading,
        model::Outcome::Failure(code) => {
            let code = FailureCode::from_code(code.as_str()).unwrap_or(FailureCode::AnalysisFailed);
            return Ok(Read::Failure(size, code));
        }
    };
    let broken = |what: &str| Failure::fail(format!("the networks answered a wrong {what}"));
    let size = size.ok_or_else(|| broken("size"))?;
    let grid = reading.grid;
    Ok(Read::Result(
        Measured { size, brightness: reading.brightness, sharpness: reading.sharpness },
        Box::new(Reading {
            scores: Scores::from_numbers(&reading.scores).ok_or_else(|| broken("score"))?,
            confidences: Confidences::new(reading.confidences).ok_or_else(|| broken("confidence"))?,
            outline: Outline::new(reading.polygon).ok_or_else(|| broken("outline"))?,
            grid: Grid { left: grid.left, top: grid.top, width: grid.width, height: grid.height, angle: grid.angle },
            model_version: analysis.model_version,
        }),
    ))
}

#[cfg(test)]
mod tests {
    use model::Timings;

    use super::*;

    #[test]
    fn what_the_networks_measured_is_kept_beside_the_reading() {
        let polygon = (0..8_u8).map(|k| [f32::from(k), f32::from(k % 3)]).collect();
        let grid = model::Grid { left: 0.0, top: 0.0, width: 7.0, height: 2.0, angle: 0.0 };
        let confidences = [0.9; 9];
        let reading =
            model::Reading { polygon, grid, scores: [1; 9], confidences, brightness: 118.5, sharpness: 42.25 };
        let analysis = Analysis {
            width: 400,
            height: 300,
            outcome: model::Outcome::Reading(reading),
            model_version: "v".to_owned(),
            timings: Timings::default(),
        };
        let Ok(Read::Result(measured, _)) = convert(analysis) else { panic!("a reading") };
        let size = Size::new(400, 300).expect("a size");
        assert_eq!(measured, Measured { size, brightness: 118.5, sharpness: 42.25 });
    }
}
