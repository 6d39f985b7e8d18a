//! Invitations of patients to a clinic.

use chrono::{DateTime, Utc};
use domain::{Institution, InstitutionId, Invite, InviteCode, InviteId, PatientId, StaffId};

use crate::{Error, Result, TenantConn, TenantTx};

/// A new invitation.
#[derive(Clone, Debug)]
pub struct NewInvite {
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The member of staff who invites.
    pub staff_id: StaffId,
    /// The code.
    pub code: InviteCode,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// The maximum number of patients who accept it.
    pub max_uses: i32,
}

/// Inserts an invitation.
pub async fn insert(conn: &mut TenantConn, new: &NewInvite, now: DateTime<Utc>) -> Result<Invite> {
    let id = sqlx::query_scalar!(
        "insert into invites (institution_id, staff_id, code, created_at, expires_at, max_uses) values ($1, $2, $3, $4, $5, $6)
         returning id",
        new.institution_id.get(),
        new.staff_id.get(),
        new.code.as_str(),
        now,
        new.expires_at,
        new.max_uses
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(Invite {
        id: InviteId::new(id),
        code: new.code.clone(),
        institution_id: new.institution_id,
        created_at: now,
        expires_at: new.expires_at,
        max_uses: new.max_uses,
        uses: 0,
    })
}

/// Lists a clinic's invitations that were not revoked and are older than `before`, the newest first, at most `limit`.
pub async fn list(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    before: Option<InviteId>,
    limit: i64,
) -> Result<Vec<Invite>> {
    let rows = sqlx::query!(
        "select id, code, created_at, expires_at, max_uses, uses from invites
         where institution_id = $1 and id < $2 and revoked_at is null order by id desc limit $3",
        clinic.get(),
        before.map_or(i64::MAX, InviteId::get),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows
        .into_iter()
        .map(|r| Invite {
            id: InviteId::new(r.id),
            code: InviteCode::from_stored(r.code),
            institution_id: clinic,
            created_at: r.created_at,
            expires_at: r.expires_at,
            max_uses: r.max_uses,
            uses: r.uses,
        })
        .collect())
}

/// Revokes a clinic's invitation. Returns false when it does not exist or was already revoked.
pub async fn revoke(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    code: &InviteCode,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update invites set revoked_at = $3
         where tenant_id = current_tenant() and code = $1 and institution_id = $2 and revoked_at is null",
        code.as_str(),
        clinic.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Why an invitation was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum AcceptError {
    /// No invitation has this code.
    #[error("no invitation has this code")]
    Unknown,
    /// It expired, was revoked, or its clinic is no longer active.
    #[error("the invitation has ended")]
    Ended,
    /// It has the maximum number of uses.
    #[error("the invitation is used up")]
    UsedUp,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Finds the clinic of an invitation that anybody can accept, or that this patient accepted before.
///
/// # Errors
/// [`AcceptError`] when the invitation cannot be accepted.
pub async fn find_clinic(
    conn: &mut TenantConn,
    code: &InviteCode,
    patient: Option<PatientId>,
    now: DateTime<Utc>,
) -> Result<Institution, AcceptError> {
    let found = sqlx::query!(
        r#"select v.expires_at, v.revoked_at, v.uses < v.max_uses as "open!", i.active, i.id, i.name, i.representative_name, i.address,
                  i.phone_number,
                  exists(select from invite_uses u where u.invite_id = v.id and u.patient_id = $2) as "accepted!"
           from invites v join institutions i on i.id = v.institution_id
           where v.tenant_id = current_tenant() and v.code = $1"#,
        code.as_str(),
        patient.map(PatientId::get)
    )
    .fetch_optional(conn.connection())
    .await
    .map_err(Error::from)?;
    let invite = found.ok_or(AcceptError::Unknown)?;
    if !invite.active || (!invite.accepted && (invite.revoked_at.is_some() || invite.expires_at <= now)) {
        return Err(AcceptError::Ended);
    }
    if !invite.accepted && !invite.open {
        return Err(AcceptError::UsedUp);
    }
    Ok(Institution {
        id: InstitutionId::new(invite.id),
        name: invite.name,
        representative_name: invite.representative_name,
        address: invite.address,
        phone_number: invite.phone_number,
    })
}

/// Accepts an invitation for a patient and returns its clinic. A patient who accepted it before gets the same clinic again,
/// even if the invitation has ended since, as long as the clinic is active.
///
/// # Errors
/// [`AcceptError`] when the invitation cannot be accepted.
pub async fn accept(
    tx: &mut TenantTx,
    patient: PatientId,
    code: &InviteCode,
    now: DateTime<Utc>,
) -> Result<InstitutionId, AcceptError> {
    let found = sqlx::query!(
        "select v.id, v.institution_id, v.expires_at, v.revoked_at, i.active
         from invites v join institutions i on i.id = v.institution_id
         where v.tenant_id = current_tenant() and v.code = $1
         for no key update of v",
        code.as_str()
    )
    .fetch_optional(tx.connection())
    .await
    .map_err(Error::from)?;
    let invite = found.ok_or(AcceptError::Unknown)?;
    if !invite.active {
        return Err(AcceptError::Ended);
    }
    let clinic = InstitutionId::new(invite.institution_id);
    // read under the lock, so that two concurrent calls of a patient count once
    let accepted = sqlx::query_scalar!(
        r#"select exists(select from invite_uses where invite_id = $1 and patient_id = $2) as "accepted!""#,
        invite.id,
        patient.get()
    )
    .fetch_one(tx.connection())
    .await
    .map_err(Error::from)?;
    if accepted {
        return Ok(clinic);
    }
    if invite.revoked_at.is_some() || invite.expires_at <= now {
        return Err(AcceptError::Ended);
    }
    let used = sqlx::query!("update invites set uses = uses + 1 where id = $1 and uses < max_uses", invite.id)
        .execute(tx.connection())
        .await
        .map_err(Error::from)?;
    if used.rows_affected() == 0 {
        return Err(AcceptError::UsedUp);
    }
    sqlx::query!(
        "insert into invite_uses (invite_id, patient_id, created_at) values ($1, $2, $3)",
        invite.id,
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await
    .map_err(Error::from)?;
    Ok(clinic)
}
