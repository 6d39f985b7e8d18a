//! The recipient of a patient's file, who downloads it with the session's token or by a link.

use domain::PatientId;

use super::Tenant;
use crate::http::{ClientAddress, RequestId};

/// The recipient of a file, for the access log.
#[derive(Clone, Copy, Debug)]
pub struct Recipient<'a> {
    /// The tenant.
    pub tenant: &'a Tenant,
    /// The patient whose file it is.
    pub patient: PatientId,
    /// The address to which the file is sent.
    pub address: ClientAddress,
    /// The request's id.
    pub request_id: &'a RequestId,
}
