//! A member of the staff whose role has a permission: the handler's signature names it.

use std::marker::PhantomData;

use axum::extract::{FromRequestParts, MatchedPath};
use db::access_log::Action;
use domain::Permission;
use http::request::Parts;

use super::Staff;
use crate::App;
use crate::problem::{Code, Problem};

/// The longest reason of a row of the access log, in characters.
const MAX_REASON_CHARS: usize = 200;

/// A permission as a type.
pub trait Requirement: Send + Sync + 'static {
    /// The permission.
    const PERMISSION: Permission;
}

macro_rules! requirements {
    ($($name:ident),+ $(,)?) => {$(
        #[doc = concat!("Requires [`Permission::", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Requirement for $name {
            const PERMISSION: Permission = Permission::$name;
        }
    )+};
}

requirements! {
    ReadApplications, HandleApplications, AddPictures, InvitePatients, ScoreAnalyses, ReadClaims, HandleClaims,
    IssueDocuments, DownloadDocuments, UseSeal, ManageSeal, OpenPayout, ReconcilePayments, ManageStaff, ManageSecurity, ReadAccessLog,
    ReadStatistics,
}

/// A member of the staff whose role has the permission `R`. A call without it is denied and logged.
#[derive(Clone, Debug)]
pub struct StaffWith<R>(pub Staff, pub PhantomData<R>);

impl<R: Requirement> FromRequestParts<App> for StaffWith<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let staff = Staff::from_request_parts(parts, app).await?;
        let route = parts.extensions.get::<MatchedPath>().map_or("none", MatchedPath::as_str);
        staff.require(app, R::PERMISSION, &format!("{} {route}", parts.method)).await?;
        Ok(Self(staff, PhantomData))
    }
}

impl Staff {
    /// Checks a permission that depends on the request's body. `call` names the call in the logs.
    ///
    /// # Errors
    /// [`Code::Forbidden`] when the role does not have it.
    pub async fn require(&self, app: &App, permission: Permission, call: &str) -> Result<(), Problem> {
        if self.row.role.may(permission) {
            return Ok(());
        }
        let (request_id, staff_id, role) = (self.request_id.as_str(), self.row.id.get(), self.row.role.as_str());
        tracing::warn!(
            request_id,
            staff_id,
            role,
            call,
            permission = permission.as_str(),
            "a call of staff was denied"
        );
        let reason: String = format!("{call}: {}", permission.as_str()).chars().take(MAX_REASON_CHARS).collect();
        let mut conn = self.tenant.db.acquire().await?;
        self.log_action(app, &mut conn, Action::AccessDenied, Some(&reason)).await?;
        Err(Code::Forbidden.into())
    }
}
