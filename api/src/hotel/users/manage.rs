//! The common operations on users and housekeepers: creating, changing and deactivating accounts.

use axum::response::{IntoResponse as _, Json, Response};
use db::TenantTx;
use db::access_log::Action;
use db::hotel::users::{self, InsertError, NewUser};
use domain::hotel::user::{check_role, parse_classification, parse_contact, parse_memo};
use domain::hotel::{HotelClient, HotelRole, HotelUser as Account, UserDetails};
use domain::{Invalid, InvalidCode, LoginUserId, Name, staff};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::HotelUser;
use crate::extract::idempotency::Call;
use crate::hotel::shape::UserAccountResponse;
use crate::problem::{Code, FieldErrors, Problem};
use crate::staff::reset_password::TemporaryPassword;

/// The texts of an account.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[schema(as = HotelAccountTexts)]
pub struct AccountTexts {
    /// The person's name. A new account needs one.
    #[schema(max_length = 50)]
    name: Option<String>,
    /// A phone number or an e-mail address; empty removes it.
    #[schema(max_length = 100)]
    contact: Option<String>,
    /// A note; empty removes it.
    #[schema(max_length = 500)]
    memo: Option<String>,
    /// The group that a hotel sorts the person into; empty removes it.
    #[schema(max_length = 50)]
    classification: Option<String>,
}

impl AccountTexts {
    fn details(&self, errors: &mut FieldErrors, present: UserDetails) -> UserDetails {
        let mut text = |text: &Option<String>, present: String, parse: fn(&str) -> Result<String, Invalid>| match text {
            Some(text) => errors.check(parse(text)).unwrap_or_default(),
            None => present,
        };
        UserDetails {
            contact: text(&self.contact, present.contact, parse_contact),
            memo: text(&self.memo, present.memo, parse_memo),
            classification: text(&self.classification, present.classification, parse_classification),
        }
    }
}

/// Parses a role.
///
/// # Errors
/// On `role`, when there is no such role.
pub fn parse_role(text: &str) -> Result<HotelRole, Invalid> {
    text.parse::<HotelRole>().map_err(|_| Invalid::new("role", InvalidCode::Format))
}

/// The validated data of a new account.
#[derive(Clone, Debug)]
pub struct Draft {
    login_id: LoginUserId,
    role: HotelRole,
    name: Name,
    details: UserDetails,
}

impl Draft {
    /// Checks the fields of a new account.
    ///
    /// # Errors
    /// A validation problem.
    pub fn parse(login_id: &str, role: &str, texts: &AccountTexts) -> Result<Self, Problem> {
        let mut errors = FieldErrors::default();
        let login_id = errors.check(staff::parse_login_id(login_id));
        let role = errors.check(parse_role(role));
        let name = errors.check(Name::parse(texts.name.as_deref().unwrap_or_default()));
        let details = texts.details(&mut errors, UserDetails::default());
        errors.finish()?;
        let (Some(login_id), Some(role), Some(name)) = (login_id, role, name) else {
            return Err(Code::Internal.into());
        };
        Ok(Self { login_id, role, name, details })
    }
}

/// The context in which an account is created.
#[derive(Debug)]
pub struct UserCreation<'a> {
    /// Who creates it.
    pub manager: &'a HotelUser,
    /// The idempotent call, recorded in the transaction.
    pub call: &'a Call,
    /// The password.
    pub password: &'a TemporaryPassword,
    /// The client; `None` for a super admin.
    pub client: Option<&'a HotelClient>,
}

/// Creates an account with a temporary password, which the response shows once.
///
/// # Errors
/// A role that the client's users may not have, a taken sign-in name, or a database failure.
pub async fn create(
    app: &App,
    mut tx: TenantTx,
    draft: Draft,
    creation: &UserCreation<'_>,
) -> Result<Response, Problem> {
    let UserCreation { manager, call, password, client } = *creation;
    check_role(draft.role, client.map(|client| client.kind))?;
    let new = NewUser {
        client: client.map(|client| client.id),
        role: draft.role,
        login_id: draft.login_id,
        password_hash: password.hash().clone(),
        name: draft.name,
        details: draft.details,
    };
    let id = users::insert(&mut tx, &new, app.clock.now()).await.map_err(|error| match error {
        InsertError::LoginIdTaken => Problem::field("loginId", InvalidCode::Taken),
        InsertError::Db(error) => error.into(),
    })?;
    let made = users::find(&mut tx, id).await?.ok_or(Code::Internal)?;
    manager.log(app, &mut tx, Action::HotelUserMade, made.login_id.as_str()).await?;
    let mut response = UserAccountResponse { user: made.into(), temporary_password: None };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    response.temporary_password = Some(password.reveal());
    Ok((StatusCode::CREATED, Json(response)).into_response())
}

/// The changes of an account. `None` keeps the current value.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The texts.
    pub texts: AccountTexts,
    /// The role.
    pub role: Option<String>,
    /// Whether the account may sign in.
    pub active: Option<bool>,
}

impl Changes {
    /// Returns the changes that deactivate an account.
    #[must_use]
    pub fn deactivation() -> Self {
        Self { active: Some(false), ..Self::default() }
    }
}

/// Changes an account that the transaction has locked. A reactivated account, for the same person, receives the
/// temporary password. A deactivated one loses its sessions.
///
/// # Errors
/// A validation problem, or a database failure.
pub async fn change(
    app: &App,
    tx: &mut TenantTx,
    manager: &HotelUser,
    mut row: Account,
    changes: &Changes,
) -> Result<Account, Problem> {
    let mut errors = FieldErrors::default();
    if let Some(name) = changes.texts.name.as_deref().and_then(|name| errors.check(Name::parse(name))) {
        row.name = name;
    }
    row.details = changes.texts.details(&mut errors, row.details);
    if let Some(role) = changes.role.as_deref().and_then(|text| errors.check(parse_role(text))) {
        errors.check(check_role(role, row.client.as_ref().map(|client| client.kind)));
        row.role = role;
    }
    errors.finish()?;
    row.active = changes.active.unwrap_or(row.active);
    users::set_account(tx, &row).await?;
    if !row.active {
        db::hotel::sessions::revoke_all(tx, row.id, None, app.clock.now()).await?;
    }
    manager.log(app, tx, Action::HotelUserChanged, row.login_id.as_str()).await?;
    Ok(row)
}

/// Changes an account as [`change`] does. The response contains a temporary password if the account was reactivated.
///
/// # Errors
/// As [`change`].
pub async fn put(
    app: &App,
    mut tx: TenantTx,
    manager: &HotelUser,
    row: Account,
    changes: &Changes,
) -> Result<Json<UserAccountResponse>, Problem> {
    let was_active = row.active;
    let mut account = change(app, &mut tx, manager, row, changes).await?;
    let mut temporary_password = None;
    if account.active && !was_active {
        let password = TemporaryPassword::generate(app).await?;
        users::set_temporary_password(&mut tx, account.id, password.hash(), app.clock.now()).await?;
        account.must_change_password = true;
        temporary_password = Some(password.reveal());
    }
    tx.commit().await?;
    Ok(Json(UserAccountResponse { user: account.into(), temporary_password }))
}

/// Sets a temporary password for an account that the transaction has locked, and ends its sessions.
///
/// # Errors
/// [`Code::IllegalTransition`] for an inactive account, and for the caller's own, which is changed with the current
/// password.
pub async fn reset_password(
    app: &App,
    mut tx: TenantTx,
    manager: &HotelUser,
    row: &Account,
    password: &TemporaryPassword,
) -> Result<(), Problem> {
    if !row.active || row.id == manager.row.id {
        return Err(Code::IllegalTransition.into());
    }
    let now = app.clock.now();
    users::set_temporary_password(&mut tx, row.id, password.hash(), now).await?;
    db::hotel::sessions::revoke_all(&mut tx, row.id, None, now).await?;
    manager.log(app, &mut tx, Action::PasswordReset, row.login_id.as_str()).await?;
    Ok(tx.commit().await?)
}
