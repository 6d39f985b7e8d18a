//! Forgotten IDs and passwords.

pub mod check_link;
pub mod find_id;
pub mod find_password;
pub mod reset_password;

use db::messages::NewMessage;
use domain::message::RECOVERY_TIMEOUT;
use domain::{Contact, Locale, MessageKind, PatientId};
use queue::NewJob;
use queue::jobs::SendMessage;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, RequestId};
use crate::problem::Problem;
use crate::services::limiter::{FIND_CONTACT, FIND_CONTACT_ADDRESS};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_id::handle))
        .routes(routes!(find_password::handle))
        .routes(routes!(check_link::handle))
        .routes(routes!(reset_password::handle))
}

/// An empty body.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, utoipa::ToSchema)]
pub struct EmptyResponse {}

/// A message about a forgotten ID or password.
#[derive(Clone, Debug)]
struct RecoveryMessage<'a> {
    kind: MessageKind,
    patient: PatientId,
    contact: &'a Contact,
    locale: Locale,
}

/// Writes a message and enqueues the job that sends it.
async fn send_message(
    app: &App,
    tenant: &Tenant,
    message: &RecoveryMessage<'_>,
    request_id: &RequestId,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let new = NewMessage {
        patient_id: message.patient,
        kind: message.kind,
        channel: message.contact.channel(),
        locale: message.locale,
        expires_at: now + RECOVERY_TIMEOUT,
    };
    let mut tx = tenant.db.begin().await?;
    let id = db::messages::insert(&mut tx, &new, now).await?;
    let job = NewJob::new(SendMessage { message_id: id }).with_request_id(request_id.as_str());
    let job = queue::enqueue(&mut tx, job).await?;
    tx.commit().await?;
    app.producer.push(job).await;
    Ok(())
}

/// Counts a message to a contact, per requesting address and for all addresses together. A stranger who requests
/// somebody's ID does not keep the owner from requesting it.
async fn count_contact(app: &App, tenant: &Tenant, contact: &Contact, address: ClientAddress) -> Result<(), Problem> {
    let subject = limit_subject(tenant, &contact.key());
    app.limiter.count(FIND_CONTACT_ADDRESS, &format!("{subject}:{}", address.network())).await?;
    app.limiter.count(FIND_CONTACT, &subject).await
}

/// Returns the rate limit's subject for a contact or login ID of a tenant.
fn limit_subject(tenant: &Tenant, text: &str) -> String {
    format!("{}:{text}", tenant.row.id)
}
