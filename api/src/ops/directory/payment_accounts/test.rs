//! `POST /ops/tenants/{id}/payment-accounts/{accountId}/test`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use db::payment_accounts;
use domain::{Oid, TenantId};
use partners::payment::Error;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ChangeDirectory};
use crate::http::PathParams;
use crate::payments::accounts;
use crate::problem::{Code, OperatorProblems, Problem};

/// The result of the test.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsConnectionTestResponse)]
pub struct ConnectionTestResponse {
    /// Whether the provider accepts the account's key.
    ok: bool,
    /// `accepted`, `refused` (the key is wrong) or `unreachable`.
    #[schema(example = "refused")]
    outcome: &'static str,
    /// The provider's own words for a refusal.
    #[schema(required)]
    detail: Option<String>,
}

/// Tests the account's key by requesting an unknown order from the provider. No money moves.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/payment-accounts/{accountId}/test", tag = "ops-directory",
    operation_id = "testPaymentAccount", security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("accountId" = i64, Path, description = "The account's id"),
    ),
    responses((status = 200, body = ConnectionTestResponse), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, i64)>,
) -> Result<Json<ConnectionTestResponse>, Problem> {
    let account = {
        let mut conn = app.databases.tenant(tenant).acquire().await?;
        payment_accounts::find(&mut conn, id).await?.ok_or(Code::NotFound)?
    };
    let subject = format!("account at {}", account.provider);
    let provider = accounts::open(&app, tenant, account)?;
    let found = provider.find_by_order(&Oid::new(app.random.bytes()), app.clock.now()).await;
    let response = match found {
        Ok(_) => ConnectionTestResponse { ok: true, outcome: "accepted", detail: None },
        Err(Error::Refused { code, message }) => {
            ConnectionTestResponse { ok: false, outcome: "refused", detail: Some(format!("{code} {message}")) }
        }
        Err(error) => {
            tracing::warn!(%error, tenant_id = tenant.get(), "a payment provider was not reached");
            ConnectionTestResponse { ok: false, outcome: "unreachable", detail: None }
        }
    };
    let subject = format!("{subject}: {}", response.outcome);
    let audit = Audit { tenant: Some(tenant), ..Audit::new(Action::PaymentAccountTested, &subject) };
    operator.log(&app, &mut app.databases.system().acquire().await?, &audit).await?;
    Ok(Json(response))
}
