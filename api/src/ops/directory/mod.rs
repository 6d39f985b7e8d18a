//! The directory: tenants with their pictures, clinics and first admins, insurers, payment accounts, and `KakaoTalk`
//! channels. Every change requires a reason, which the audit records with the changed fields.

pub mod clinics;
pub mod command;
pub mod insurers;
pub mod kakao;
pub mod payment_accounts;
pub mod pictures;
pub mod tenants;

use db::edit::DirectoryTx;
use directory::{Actor, Context, Editor};
use domain::TenantId;
use domain::operator::Reason;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::App;
use crate::extract::Operator;
use crate::problem::{Code, Problem};

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    [tenants::routes, pictures::routes, clinics::routes, insurers::routes, payment_accounts::routes, kakao::routes]
        .into_iter()
        .fold(OpenApiRouter::new(), |router, routes| router.merge(routes()))
}

/// The reason of an action.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsReason)]
pub struct ReasonBody {
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    pub reason: String,
}

impl From<directory::Error> for Problem {
    fn from(error: directory::Error) -> Self {
        match error {
            directory::Error::NotFound(_) => Code::NotFound.into(),
            directory::Error::Conflict => Code::VersionConflict.into(),
            directory::Error::Refused(errors) => Self::validation(errors),
            directory::Error::Db(error) => error.into(),
            error @ (directory::Error::File(_) | directory::Error::Sealed(_) | directory::Error::Hash(_)) => {
                Self::internal(error.to_string())
            }
        }
    }
}

/// Opens a transaction in which an operator changes the directory.
async fn edit<'a>(app: &'a App, operator: &'a Operator, reason: &'a Reason) -> Result<Editor<'a>, Problem> {
    let actor = Actor {
        operator: Some(operator.row.id),
        login_id: Some(&operator.row.login_id),
        client_address: Some(operator.address),
        request_id: Some(operator.request_id.as_str()),
        reason: Some(reason.as_str()),
    };
    let (sealer, random) = (&app.sealer, &app.random);
    let context = Context { actor, sealer, random, ops_host: &app.ops_host, now: app.clock.now() };
    Ok(Editor::begin(&app.databases, context).await?)
}

/// Commits the changes and refreshes this instance's cache of tenants.
async fn commit(app: &App, editor: Editor<'_>) -> Result<(), Problem> {
    editor.commit().await?;
    app.directory.refresh().await;
    Ok(())
}

/// Opens a transaction for reads of a tenant's rows.
async fn read(app: &App, tenant: TenantId) -> Result<DirectoryTx, Problem> {
    let mut tx = app.databases.directory().await?;
    db::tenants::find(tx.system().await?, tenant).await?.ok_or(Code::NotFound)?;
    Ok(tx)
}
