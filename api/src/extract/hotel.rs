//! The signed-in user of a hotel tenant, and the machine of a partner.

use std::marker::PhantomData;
use std::net::IpAddr;

use axum::extract::{FromRequestParts, MatchedPath};
use db::access_log::{self, Action, Entry};
use db::hotel::api_keys;
use db::{TenantConn, last_use};
use domain::hotel::api_key::KEY_PREFIX;
use domain::hotel::{ApiKeyRejection, HotelClient, HotelPermission, HotelRole, HotelScope};
use domain::{HotelApiKeyId, HotelClientId, HotelSessionId};
use http::header;
use http::request::Parts;

use super::patient::bearer;
use super::{Caller, CallerSlot, Tenant};
use crate::App;
use crate::http::cookie::HostCookie;
use crate::http::{ClientAddress, RequestHost, RequestId, origin};
use crate::problem::{Code, Problem};
use crate::services::token;

/// The cookie that carries a token. It is strict, because the API reads it: pages of other sites must not send it.
pub const COOKIE: HostCookie = HostCookie {
    local_name: "hotelAuthorization",
    host_name: "__Host-hotelAuthorization",
    attributes: "HttpOnly; SameSite=Strict",
};

/// The longest text of a row of the access log, in characters.
const MAX_REASON_CHARS: usize = 200;

/// A signed-in user who has chosen a password. The role may be any.
#[derive(Clone, Debug)]
pub struct HotelUser {
    /// The account.
    pub row: domain::hotel::HotelUser,
    /// Its session.
    pub session_id: HotelSessionId,
    /// The tenant that user and request belong to.
    pub tenant: Tenant,
    /// The client's address.
    pub address: IpAddr,
    /// The request's id.
    pub request_id: RequestId,
}

/// The holder of a session, whose password may still be the temporary one.
#[derive(Clone, Debug)]
pub struct HotelSession(pub HotelUser);

/// A user whose role has the permission `R`. A call without it is denied and logged.
#[derive(Clone, Debug)]
pub struct HotelUserWith<R>(pub HotelUser, pub PhantomData<R>);

/// A permission as a type.
pub trait HotelRequirement: Send + Sync + 'static {
    /// The permission.
    const PERMISSION: HotelPermission;
}

macro_rules! requirements {
    ($($name:ident),+ $(,)?) => {$(
        #[doc = concat!("Requires [`HotelPermission::", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl HotelRequirement for $name {
            const PERMISSION: HotelPermission = HotelPermission::$name;
        }
    )+};
}

requirements! {
    ReadClients, ManageClients, ManageUsers, ManageHousekeepers, ManageApiKeys, ReadProducts, ManageProducts,
    ReadHotelDashboard, ReadOverview, ReadStock, ManageStock, ReadOrders, PlaceOrders, MoveOrders, ReadRooms, ManageRooms,
    ReadRefills, RefillDispensers, ReadSensors, ManageSensors, ReadEnvironment,
}

impl FromRequestParts<App> for HotelSession {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let Ok(RequestHost(request_host)) = RequestHost::from_request_parts(parts, app).await;
        let token = match bearer(parts) {
            Some(token) => token,
            None => cookie_token(parts, &request_host, &tenant)?,
        };
        let (token, now) = (token::hash(token), app.clock.now());
        let mut conn = tenant.db.acquire().await?;
        let signed_in = db::hotel::sessions::find(&mut conn, &token, now).await?.ok_or(Code::Unauthorized)?;
        if last_use::is_due(signed_in.last_used_at, now) && !parts.headers.contains_key(super::staff::POLL_HEADER) {
            db::hotel::sessions::set_used(&mut conn, signed_in.session_id, now).await?;
        }
        drop(conn);
        CallerSlot::insert(parts, Caller::HotelUser(signed_in.user.id));
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        Ok(Self(HotelUser {
            row: signed_in.user,
            session_id: signed_in.session_id,
            tenant,
            address: address.0,
            request_id: RequestId::from_request_parts(parts, app).await?,
        }))
    }
}

impl FromRequestParts<App> for HotelUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let HotelSession(user) = HotelSession::from_request_parts(parts, app).await?;
        if user.row.must_change_password {
            return Err(Code::PasswordChangeRequired.into());
        }
        Ok(user)
    }
}

impl<R: HotelRequirement> FromRequestParts<App> for HotelUserWith<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let user = HotelUser::from_request_parts(parts, app).await?;
        let route = parts.extensions.get::<MatchedPath>().map_or("none", MatchedPath::as_str);
        user.require(app, R::PERMISSION, &format!("{} {route}", parts.method)).await?;
        Ok(Self(user, PhantomData))
    }
}

/// Returns the token in the cookie, if a page of the tenant made the call.
fn cookie_token<'a>(parts: &'a Parts, request_host: &str, tenant: &Tenant) -> Result<&'a str, Problem> {
    let token = COOKIE.read(&parts.headers, request_host).filter(|value| value.len() == token::LENGTH);
    let token = token.ok_or(Code::Unauthorized)?;
    if !origin::is_own_page(&parts.headers, request_host, Some(&tenant.row)) {
        return Err(Code::CrossSite.into());
    }
    Ok(token)
}

impl HotelUser {
    /// Returns which hotels the user may see.
    #[must_use]
    pub fn scope(&self) -> HotelScope {
        self.row.scope()
    }

    /// Finds the hotel of a path or body in the user's scope.
    ///
    /// # Errors
    /// [`Code::NotFound`] for a hotel that does not exist or is outside the scope. Callers cannot distinguish the two.
    pub async fn hotel(&self, conn: &mut TenantConn, id: HotelClientId) -> Result<HotelClient, Problem> {
        let hotel = db::hotel::clients::find_hotel(conn, self.scope(), id).await?;
        hotel.ok_or_else(|| Code::NotFound.into())
    }

    /// Returns whether the user is a super admin of the tenant.
    #[must_use]
    pub fn is_super_admin(&self) -> bool {
        self.row.role == HotelRole::SuperAdmin
    }

    /// Checks a permission that depends on the request's body. `call` names the call in the logs.
    ///
    /// # Errors
    /// [`Code::Forbidden`] when the role does not have it.
    pub async fn require(&self, app: &App, permission: HotelPermission, call: &str) -> Result<(), Problem> {
        if self.row.role.may(permission) {
            return Ok(());
        }
        let (request_id, user_id, role) = (self.request_id.as_str(), self.row.id.get(), self.row.role.as_str());
        let permission = permission.as_str();
        tracing::warn!(request_id, user_id, role, call, permission, "a call of a hotel's user was denied");
        let mut conn = self.tenant.db.acquire().await?;
        self.log(app, &mut conn, Action::AccessDenied, &format!("{call}: {permission}")).await?;
        Err(Code::Forbidden.into())
    }

    /// Logs an action of the user and its subject. Call it last in the transaction of a change.
    ///
    /// # Errors
    /// A database failure.
    pub async fn log(&self, app: &App, conn: &mut TenantConn, action: Action, about: &str) -> Result<(), Problem> {
        let about: String = about.chars().take(MAX_REASON_CHARS).collect();
        let entry = Entry {
            login_id: Some(&self.row.login_id),
            client_address: Some(self.address),
            request_id: Some(self.request_id.as_str()),
            reason: (!about.is_empty()).then_some(about.as_str()),
            ..Entry::new(action)
        };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }
}

/// A machine of a partner: a call with a valid API key as its bearer token.
#[derive(Clone, Debug)]
pub struct PartnerKey {
    /// The key.
    pub id: HotelApiKeyId,
    /// The partner.
    pub partner: HotelClientId,
    /// The tenant that key and request belong to.
    pub tenant: Tenant,
}

impl FromRequestParts<App> for PartnerKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let rejected =
            |reason: ApiKeyRejection| Problem::new(Code::ApiKeyRejected).with_extension("reason", &reason.as_str());
        let key = api_key_header(parts).ok_or(Code::Unauthorized)?;
        let now = app.clock.now();
        let mut conn = tenant.db.acquire().await?;
        let sent = api_keys::find_presented(&mut conn, &token::hash(key)).await?;
        let sent = sent.ok_or_else(|| rejected(ApiKeyRejection::Unknown))?;
        sent.usage.check(now).map_err(rejected)?;
        if last_use::is_due(sent.usage.last_used_at, now) {
            api_keys::set_used(&mut conn, sent.id, now).await?;
        }
        drop(conn);
        CallerSlot::insert(parts, Caller::PartnerKey(sent.id));
        Ok(Self { id: sent.id, partner: sent.partner, tenant })
    }
}

/// Returns the API key in the `Authorization` header.
fn api_key_header(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    let has_form = key.strip_prefix(KEY_PREFIX).is_some_and(|random| random.len() == token::LENGTH);
    (scheme.eq_ignore_ascii_case("bearer") && has_form).then_some(key)
}
