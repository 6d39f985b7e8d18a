//! Links under which a browser downloads one file without the session's token.

use chrono::{DateTime, Utc};
use domain::download::{LINK_LIFETIME, REOPEN_LIMIT};
use domain::{ApplicationId, ClaimId, Document, Download, Locale, PatientId, SessionId, TokenHash};

use crate::{Result, TenantConn, column};

/// A new link.
#[derive(Clone, Copy, Debug)]
pub struct NewDownloadLink {
    /// The session that requests it.
    pub session: SessionId,
    /// The file.
    pub download: Download,
    /// The language of a report.
    pub locale: Locale,
    /// The hash of the token in the link.
    pub token: TokenHash,
}

/// Inserts a link. Returns until when it can be opened.
pub async fn insert(conn: &mut TenantConn, new: &NewDownloadLink, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let (claim, code, application) = match new.download {
        Download::Document(claim, document) => (Some(claim.get()), Some(document.as_str()), None),
        Download::Report(application) => (None, None, Some(application.get())),
    };
    let expires_at = now + LINK_LIFETIME;
    sqlx::query!(
        "insert into download_links (session_id, claim_id, code, application_id, locale, token_hash, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.session.get(),
        claim,
        code,
        application,
        new.locale.as_str(),
        new.token.as_bytes().as_slice(),
        now,
        expires_at
    )
    .execute(conn.connection())
    .await?;
    Ok(expires_at)
}

/// An opened link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenedLink {
    /// The patient whose file it is.
    pub patient: PatientId,
    /// The file.
    pub download: Download,
    /// The language of a report.
    pub locale: Locale,
}

/// Opens a link for a network, while the session that requested it is valid. A link opens once, and again within
/// [`REOPEN_LIMIT`] for the same network.
pub async fn open(
    conn: &mut TenantConn,
    token: &TokenHash,
    network: &str,
    now: DateTime<Utc>,
) -> Result<Option<OpenedLink>> {
    let opened = sqlx::query!(
        "update download_links l
         set opened_at = coalesce(l.opened_at, $2), opened_from = coalesce(l.opened_from, $3)
         from patient_sessions s
         where l.token_hash = $1 and s.id = l.session_id and s.revoked_at is null and s.expires_at > $2
           and case when l.opened_at is null then l.expires_at > $2 else l.opened_at > $4 and l.opened_from = $3 end
         returning l.id, s.patient_id, l.claim_id, l.code, l.application_id, l.locale",
        token.as_bytes().as_slice(),
        now,
        network,
        now - REOPEN_LIMIT
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(row) = opened else { return Ok(None) };
    let download = match (row.claim_id, row.code, row.application_id) {
        (Some(claim), Some(code), _) => Some(Download::Document(
            ClaimId::new(claim),
            column("download_links", "code", row.id).check(code.parse::<Document>())?,
        )),
        (_, _, application) => application.map(|id| Download::Report(ApplicationId::new(id))),
    };
    let download = column("download_links", "application_id", row.id).require(download)?;
    let locale = column("download_links", "locale", row.id).check(row.locale.parse::<Locale>())?;
    Ok(Some(OpenedLink { patient: PatientId::new(row.patient_id), download, locale }))
}

/// Deletes the links that expired before a time.
pub async fn delete_expired(conn: &mut TenantConn, before: DateTime<Utc>) -> Result<u64> {
    let deleted =
        sqlx::query!("delete from download_links where expires_at < $1", before).execute(conn.connection()).await?;
    Ok(deleted.rows_affected())
}
