//! Patients' own data. The name changes with a verified identity or a clinic that saw a document, the number with a
//! code, the e-mail address with a link, and the postal address with the session alone. Each change is recorded, and
//! the patient is notified; an old number or e-mail address receives a message.

pub mod confirm_email;
pub mod delete_email;
pub mod get;
pub mod post_email;
pub mod put_address;
pub mod put_name;
pub mod put_name_request;
pub mod put_phone;
pub mod shape;

use chrono::{DateTime, Utc};
use db::TenantTx;
use db::messages::NewMessage;
use db::profile::NewChange;
use domain::profile::NOTICE_TIMEOUT;
use domain::{Contact, Locale, MessageId, MessageKind, NotificationKind, PatientId};
use queue::NewJob;
use queue::jobs::SendMessage;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::problem::Problem;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get::handle))
        .routes(routes!(put_name::handle))
        .routes(routes!(put_name_request::handle))
        .routes(routes!(put_phone::handle))
        .routes(routes!(post_email::handle, delete_email::handle))
        .routes(routes!(confirm_email::handle))
        .routes(routes!(put_address::handle))
}

/// Records a change and notifies the patient in the app.
async fn record(tx: &mut TenantTx, change: &NewChange, now: DateTime<Utc>) -> Result<(), Problem> {
    db::profile::insert_change(tx, change, now).await?;
    db::notifications::insert_plain(tx, change.patient_id, NotificationKind::ProfileChanged, now).await?;
    Ok(())
}

/// A message to a contact that is not the account's current one.
struct Notice<'a> {
    patient: PatientId,
    kind: MessageKind,
    contact: &'a Contact,
    locale: Locale,
}

/// Inserts such a message and enqueues the job that sends it.
async fn send(tx: &mut TenantTx, notice: &Notice<'_>, now: DateTime<Utc>) -> Result<MessageId, Problem> {
    let new = NewMessage {
        patient_id: notice.patient,
        kind: notice.kind,
        channel: notice.contact.channel(),
        locale: notice.locale,
        expires_at: now + NOTICE_TIMEOUT,
    };
    let message_id = db::messages::insert_to(tx, &new, notice.contact, now).await?;
    queue::enqueue(tx, NewJob::new(SendMessage { message_id })).await?;
    Ok(message_id)
}
