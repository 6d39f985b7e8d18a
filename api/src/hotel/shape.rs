//! Clients and accounts in responses.

use domain::hotel::{HotelClientKind, HotelClientName, HotelUser, UserClient};
use serde::Serialize;
use utoipa::ToSchema;

use super::codes::{ClientKindCode, RoleCode};

/// A client as another object names it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelName)]
pub struct NameBody {
    /// The client's id.
    pub id: i64,
    /// Its name.
    pub name: String,
}

impl From<HotelClientName> for NameBody {
    fn from(client: HotelClientName) -> Self {
        Self { id: client.id.get(), name: client.name }
    }
}

/// The client of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelUserClient)]
pub struct UserClientBody {
    /// The client's id.
    id: i64,
    /// Its name.
    name: String,
    /// Its kind.
    #[schema(value_type = ClientKindCode)]
    kind: &'static str,
}

impl From<UserClient> for UserClientBody {
    fn from(of: UserClient) -> Self {
        Self { id: of.client.id.get(), name: of.client.name, kind: HotelClientKind::as_str(of.kind) }
    }
}

/// An account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelUser)]
pub struct UserBody {
    /// The account's id.
    id: i64,
    /// The sign-in name.
    login_id: String,
    /// The person's name.
    name: String,
    /// The role.
    #[schema(value_type = RoleCode)]
    role: &'static str,
    /// The client; null for a super admin.
    #[schema(required)]
    client: Option<UserClientBody>,
    /// A phone number or an e-mail address; may be empty.
    contact: String,
    /// A note; may be empty.
    memo: String,
    /// The group that a hotel sorts the person into; may be empty.
    classification: String,
    /// Whether the password is temporary and must be changed first.
    must_change_password: bool,
    /// Whether the account may sign in.
    active: bool,
}

impl From<HotelUser> for UserBody {
    fn from(row: HotelUser) -> Self {
        Self {
            id: row.id.get(),
            login_id: row.login_id.as_str().to_owned(),
            name: row.name.as_str().to_owned(),
            role: row.role.as_str(),
            client: row.client.map(UserClientBody::from),
            contact: row.details.contact,
            memo: row.details.memo,
            classification: row.details.classification,
            must_change_password: row.must_change_password,
            active: row.active,
        }
    }
}

/// Accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelUsersResponse)]
pub struct UsersResponse {
    /// The accounts by name, inactive ones last.
    pub items: Vec<UserBody>,
}

/// An account, perhaps with a new temporary password.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelUserAccountResponse)]
pub struct UserAccountResponse {
    /// The account.
    pub user: UserBody,
    /// The temporary password, valid for one sign-in within 72 hours. It is not stored: null in a replayed response,
    /// and when none was created.
    #[schema(required)]
    pub temporary_password: Option<String>,
}

/// A new temporary password.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelTemporaryPasswordResponse)]
pub struct TemporaryPasswordResponse {
    /// The temporary password, valid for one sign-in within 72 hours.
    pub temporary_password: String,
}
