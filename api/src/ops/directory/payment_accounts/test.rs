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

/// What the provider answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsConnectionTestAnswer)]
pub struct ConnectionTestAnswer {
    /// Whether the provider accepts the account's key.
    ok: bool,
    /// `accepted`, `refused` (the key is wrong) or `unreachable`.
    #[schema(example = "refused")]
    outcome: &'static str,
    /// The provider's own words for a refusal.
    #[schema(required)]
    detail: Option<String>,
}

/// Asks the provider, with the account's key, for an order that does not exist. No money moves.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/payment-accounts/{accountId}/test", tag = "ops-directory",
    operation_id = "testPaymentAccount", security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("accountId" = i64, Path, description = "The account's id"),
    ),
    responses((status = 200, body = ConnectionTestAnswer), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, i64)>,
) -> Result<Json<ConnectionTestAnswer>, Problem> {
    let account = {
        let mut conn = app.databases.tenant(tenant).acquire().await?;
        payment_accounts::find(&mut conn, id).await?.ok_or(Code::NotFound)?
    };
    let subject = format!("account at {}", account.provider);
    let provider = accounts::open(&app, tenant, account)?;
    let found = provider.find_by_order(&Oid::new(app.random.bytes()), app.clock.now()).await;
    let answer = match found {
        Ok(_) => ConnectionTestAnswer { ok: true, outcome: "accepted", detail: None },
        Err(Error::Refused { code, message }) => {
            ConnectionTestAnswer { ok: false, outcome: "refused", detail: Some(format!("{code} {message}")) }
        }
        Err(error) => {
            tracing::warn!(%error, tenant_id = tenant.get(), "a payment provider was not reached");
            ConnectionTestAnswer { ok: false, outcome: "unreachable", detail: None }
        }
    };
    let subject = format!("{subject}: {}", answer.outcome);
    let audit = Audit { tenant: Some(tenant), ..Audit::new(Action::PaymentAccountTested, &subject) };
    operator.log(&app, &mut app.databases.system().acquire().await?, &audit).await?;
    Ok(Json(answer))
}
