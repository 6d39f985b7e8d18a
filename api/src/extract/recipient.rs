//! Who downloads a patient's file, with the session's token or by a link.

use domain::PatientId;

use super::Tenant;
use crate::http::{ClientAddress, RequestId};

/// The recipient of a file, for the access log.
#[derive(Clone, Copy, Debug)]
pub struct Recipient<'a> {
    /// The tenant.
    pub tenant: &'a Tenant,
    /// Whose file it is.
    pub patient: PatientId,
    /// The address that the file goes to.
    pub address: ClientAddress,
    /// The request's id.
    pub request_id: &'a RequestId,
}
