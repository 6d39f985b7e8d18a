//! Reads by staff: each session logs a record once, no matter how often its page refreshes.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, StaffId, StaffSessionId};

use super::Action;
use crate::{Result, TenantConn};

/// The records of a read.
#[derive(Clone, Copy, Debug)]
pub enum Records<'a> {
    /// Applications.
    Applications(&'a [ApplicationId]),
    /// Claims.
    Claims(&'a [ClaimId]),
}

impl Records<'_> {
    /// Returns the ids, or 0 for an empty list.
    fn ids(self) -> Vec<i64> {
        let mut ids: Vec<i64> = match self {
            Self::Applications(ids) => ids.iter().map(|id| id.get()).collect(),
            Self::Claims(ids) => ids.iter().map(|id| id.get()).collect(),
        };
        if ids.is_empty() {
            ids.push(0);
        }
        ids
    }
}

/// A read by a member of staff.
#[derive(Clone, Copy, Debug)]
pub struct Read<'a> {
    /// The session.
    pub session: StaffSessionId,
    /// The member of staff.
    pub staff: StaffId,
    /// The client's address.
    pub client_address: IpAddr,
    /// The action.
    pub action: Action,
    /// The records that were read.
    pub records: Records<'a>,
    /// The id of the request, to correlate the logs.
    pub request_id: &'a str,
}

/// Inserts a row about the records that the session has not yet logged with this action, and about their patients.
/// Inserts nothing if there are none.
pub async fn insert_read(conn: &mut TenantConn, read: &Read<'_>, now: DateTime<Utc>) -> Result<()> {
    let is_claims = matches!(read.records, Records::Claims(_));
    sqlx::query!(
        "with seen as (
             insert into staff_session_reads (session_id, action, record_id) select $1, $2, unnest($3::bigint[])
             on conflict do nothing returning record_id
         ), named as (
             select array(select record_id from seen where record_id > 0 order by record_id desc) as records,
                    array(select distinct a.patient_id from applications a join seen s on s.record_id = a.id
                          where not $4 and a.patient_id is not null
                          union select distinct c.patient_id from claims c join seen s on s.record_id = c.id where $4) as patients
         )
         insert into access_log (at, staff_id, client_address, action, patient_ids, application_ids, claim_ids, request_id)
         select $5, $6, $7::text::inet, $2, patients, case when $4 then '{}' else records end,
                case when $4 then records else '{}' end, $8
         from named where exists (select from seen)",
        read.session.get(),
        read.action.as_str(),
        &read.records.ids(),
        is_claims,
        now,
        read.staff.get(),
        read.client_address.to_string(),
        read.request_id
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
