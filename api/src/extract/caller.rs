//! The caller of a request, for the log line that the middleware writes after it.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use domain::{HotelApiKeyId, HotelUserId, OperatorId, PatientId, StaffId};
use http::request::Parts;

/// An account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A patient.
    Patient(PatientId),
    /// A member of a clinic's staff.
    Staff(StaffId),
    /// An operator.
    Operator(OperatorId),
    /// A user of a hotel tenant.
    HotelUser(HotelUserId),
    /// A machine of a partner.
    PartnerKey(HotelApiKeyId),
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Patient(id) => write!(f, "patient {id}"),
            Self::Staff(id) => write!(f, "staff {id}"),
            Self::Operator(id) => write!(f, "operator {id}"),
            Self::HotelUser(id) => write!(f, "hotel user {id}"),
            Self::PartnerKey(id) => write!(f, "API key {id}"),
        }
    }
}

/// The slot for a request's caller, which an extractor fills. The middleware adds one to each request.
#[derive(Clone, Debug, Default)]
pub struct CallerSlot(Arc<OnceLock<Caller>>);

impl CallerSlot {
    /// Sets the caller of a request. Later calls are ignored.
    pub fn set(&self, caller: Caller) {
        let _ = self.0.set(caller);
    }

    /// Sets the caller in the slot of a request.
    pub fn insert(parts: &Parts, caller: Caller) {
        if let Some(slot) = parts.extensions.get::<Self>() {
            slot.set(caller);
        }
    }

    /// Returns the caller, if one is set.
    #[must_use]
    pub fn get(&self) -> Option<Caller> {
        self.0.get().copied()
    }
}

impl<S: Sync> FromRequestParts<S> for CallerSlot {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}
