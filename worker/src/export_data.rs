//! Job `export_data`: packs a patient's data into one file and creates the message with its link.

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::sync::Arc;

use blob::Store;
use db::TenantTx;
use db::exports::{PackResult, PatientData, StoredPicture};
use db::messages::NewMessage;
use domain::message::EXPORT_TIMEOUT;
use domain::{Channel, MessageKind, NotificationKind};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use queue::jobs::{ExportData, SendMessage};
use queue::{DeadJob, Done, Failure, JobRun, NewJob, Outcome};
use runtime::SharedClock;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::read_picture::MAX_READ_BYTES;

/// The dependencies of exports.
pub struct ExportContext {
    /// The storage of the pictures and the packed file.
    pub store: Store,
    /// The clock.
    pub clock: SharedClock,
}

/// Runs the job.
///
/// # Errors
/// Retries while the object store or the database fails; fails when the patient is gone.
pub async fn run(context: Arc<ExportContext>, run: JobRun<ExportData>) -> Outcome {
    let id = run.job.export_id;
    let found = db::exports::find_to_pack(&mut run.tenant_db().acquire().await?, id, context.clock.now()).await?;
    let Some(export) = found else { return Ok(Done::without_effect()) };
    let mut tx = run.tenant_db().begin().await?;
    let data = db::exports::collect_patient_data(&mut tx, export.patient_id).await?;
    let patient = db::patients::find(&mut tx, export.patient_id).await?;
    // no connection is held while pictures are fetched
    tx.rollback().await?;
    let patient = patient.ok_or_else(|| Failure::fail("the patient is gone"))?;
    let file = context.pack(&data).await?;
    let key = export.object_key.as_str();
    context.store.put_file(key, "application/zip", file).await.map_err(Failure::retry)?;

    let now = context.clock.now();
    let message = NewMessage {
        patient_id: export.patient_id,
        kind: MessageKind::ExportReady,
        channel: if patient.email.is_some() { Channel::Mail } else { Channel::Sms },
        locale: export.locale,
        expires_at: now + EXPORT_TIMEOUT,
    };
    let mut tx = run.tenant_db().begin().await?;
    let message_id = db::messages::insert(&mut tx, &message, now).await?;
    match db::exports::set_packed(&mut tx, id, message_id, now).await? {
        PackResult::Recorded => {}
        PackResult::AlreadyPacked => {
            tx.rollback().await?;
            return Ok(Done::without_effect());
        }
        // the sweep may have deleted the export before the file was stored
        PackResult::Gone => {
            tx.rollback().await?;
            context.store.delete(key).await.map_err(Failure::retry)?;
            return Ok(Done::without_effect());
        }
    }
    let mut job = NewJob::new(SendMessage { message_id });
    if let Some(request_id) = &run.request_id {
        job = job.with_request_id(request_id);
    }
    queue::enqueue(&mut tx, job).await?;
    run.complete(tx).await
}

/// Notifies the patient that the export failed, so that they can request another.
pub fn on_dead<'a>(
    context: &'a ExportContext,
    dead: &'a DeadJob<ExportData>,
    tx: &'a mut TenantTx,
) -> BoxFuture<'a, db::Result<()>> {
    async move {
        let now = context.clock.now();
        if let Some(export) = db::exports::find_to_pack(tx, dead.job.export_id, now).await? {
            db::notifications::insert_plain(tx, export.patient_id, NotificationKind::ExportFailed, now).await?;
        }
        Ok(())
    }
    .boxed()
}

impl ExportContext {
    /// Packs the file on disk, because many photos may not fit into memory.
    async fn pack(&self, data: &PatientData) -> Result<File, Failure> {
        let mut zip = ZipWriter::new(tempfile::tempfile().map_err(Failure::retry)?);
        // photos are compressed already, and the texts are small
        let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for (name, content) in &data.files {
            let content = serde_json::to_vec_pretty(content).map_err(Failure::fail)?;
            zip.start_file(*name, plain).map_err(Failure::retry)?;
            zip.write_all(&content).map_err(Failure::retry)?;
        }
        for StoredPicture { key, hash } in &data.pictures {
            let bytes = match self.store.get_verified(key.as_str(), MAX_READ_BYTES, hash.as_ref()).await {
                Ok(bytes) => bytes,
                // lost, swept or changed since: the patient still gets the other pictures
                Err(blob::Error::NotFound | blob::Error::TooLarge(_) | blob::Error::Changed) => continue,
                Err(error @ blob::Error::Unavailable(_)) => return Err(Failure::retry(error)),
            };
            let name = key.as_str().rsplit('/').next().unwrap_or_default();
            zip.start_file(format!("pictures/{name}"), plain).map_err(Failure::retry)?;
            zip.write_all(&bytes).map_err(Failure::retry)?;
        }
        let mut file = zip.finish().map_err(Failure::retry)?;
        file.rewind().map_err(Failure::retry)?;
        Ok(file)
    }
}
