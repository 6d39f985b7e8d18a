//! The common parts of the four actions on a job: the reason, the audit, and the job afterwards.

use db::operator_actions::Action;
use domain::operator::Reason;
use domain::{JobId, TenantId};
use queue::admin::{self, JobAction, JobDetail};

use crate::App;
use crate::extract::Operator;
use crate::extract::operator::Audit;
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{Code, Problem};

/// Applies an action to a job. Returns the job afterwards, or its last state if it was deleted.
///
/// # Errors
/// On `reason`; [`Code::NotFound`]; [`Code::IllegalTransition`] when the job's state does not allow it.
pub async fn change_job(
    app: &App,
    operator: &Operator,
    id: JobId,
    action: JobAction,
    request: &ReasonRequest,
) -> Result<JobDetail, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let by = format!("operator {}", operator.row.login_id.as_str());
    let mut tx = app.databases.system().begin().await?;
    let before = admin::find_job(&mut tx, id).await?.ok_or(Code::NotFound)?;
    let (is_changed, entry) = match action {
        JobAction::Retry => (admin::retry(&mut tx, id, &by).await?, Action::JobRetried),
        JobAction::RunNow => (admin::run_now(&mut tx, id, &by).await?, Action::JobRun),
        JobAction::Cancel => (admin::cancel(&mut tx, id, &by).await?, Action::JobCanceled),
        JobAction::Delete => (admin::delete(&mut tx, id).await?, Action::JobDeleted),
    };
    if !is_changed {
        return Err(Code::IllegalTransition.into());
    }
    let after = admin::find_job(&mut tx, id).await?.unwrap_or(before);
    let (subject, tenant) = (format!("{id} ({})", after.job.kind), TenantId::new(after.job.tenant_id));
    let audit = Audit { action: entry, subject: &subject, reason: Some(&reason), tenant: Some(tenant) };
    operator.log(app, &mut tx, &audit).await?;
    let mut conn = app.databases.tenant(tenant).acquire().await?;
    operator.log_in_tenant(app, &mut conn, &audit, &[]).await?;
    tx.commit().await?;
    Ok(after)
}
