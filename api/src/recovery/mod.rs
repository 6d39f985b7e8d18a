//! Forgotten IDs and passwords.

pub mod check_link;
pub mod find_id;
pub mod find_password;
pub mod reset_password;

use db::messages::NewMessage;
use domain::message::RECOVERY_PATIENCE;
use domain::{Contact, Locale, MessageKind, PatientId};
use queue::{NewJob, Queue};

use crate::App;
use crate::guard::Tenant;
use crate::http::RequestId;
use crate::problem::Problem;

/// An answer that says no more than its status.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, utoipa::ToSchema)]
pub struct Done {}

/// What a message is about and who gets it.
#[derive(Clone, Debug)]
struct Wanted<'a> {
    kind: MessageKind,
    patient: PatientId,
    contact: &'a Contact,
    locale: Locale,
}

/// Makes a message and the job that sends it.
async fn tell(app: &App, tenant: &Tenant, wanted: &Wanted<'_>, request_id: &RequestId) -> Result<(), Problem> {
    let now = app.clock.now();
    let new = NewMessage {
        patient_id: wanted.patient,
        kind: wanted.kind,
        channel: wanted.contact.channel(),
        locale: wanted.locale,
        expires_at: now + RECOVERY_PATIENCE,
    };
    let mut tx = tenant.db.begin().await?;
    let id = db::messages::insert(&mut tx, &new, now).await?;
    let job = NewJob::new(Queue::Notifications, "send_message", id.get()).requested_by(request_id.as_str());
    let job = queue::enqueue(&mut tx, &job).await?;
    tx.commit().await?;
    app.producer.push_now(Queue::Notifications, &[job]).await;
    Ok(())
}

/// The limits' name for an address or number of a tenant.
fn subject(tenant: &Tenant, text: &str) -> String {
    format!("{}:{text}", tenant.row.id)
}
