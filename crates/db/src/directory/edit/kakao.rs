//! `KakaoTalk` channels.

use chrono::{DateTime, Utc};
use domain::directory::KakaoSettings;
use domain::{NotificationKind, TenantId};

use super::DirectoryTx;
use crate::{Result, column};

/// Finds a tenant's channel.
pub async fn find(tx: &mut DirectoryTx, tenant: TenantId) -> Result<Option<KakaoSettings>> {
    let conn = tx.tenant(tenant).await?;
    let pf_id = sqlx::query_scalar!("select pf_id from kakao_channels where tenant_id = current_tenant()")
        .fetch_optional(&mut *conn)
        .await?;
    let Some(pf_id) = pf_id else { return Ok(None) };
    let rows =
        sqlx::query!("select kind, template_id from kakao_templates where tenant_id = current_tenant() order by kind")
            .fetch_all(conn)
            .await?;
    let templates = rows.into_iter().map(|row| {
        let kind = row.kind.parse::<NotificationKind>();
        Ok((column("kakao_templates", "kind", row.kind).check(kind)?, row.template_id))
    });
    Ok(Some(KakaoSettings { pf_id, templates: templates.collect::<Result<_>>()? }))
}

/// Replaces a tenant's channel and its templates, or removes them.
pub async fn set(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    settings: Option<&KakaoSettings>,
    now: DateTime<Utc>,
) -> Result<()> {
    let conn = tx.tenant(tenant).await?;
    // deletes the channel's templates as well
    sqlx::query!("delete from kakao_channels where tenant_id = current_tenant()").execute(&mut *conn).await?;
    let Some(settings) = settings else { return Ok(()) };
    sqlx::query!("insert into kakao_channels (pf_id, created_at) values ($1, $2)", settings.pf_id, now)
        .execute(&mut *conn)
        .await?;
    let (kinds, ids): (Vec<_>, Vec<_>) =
        settings.templates.iter().map(|(kind, id)| (kind.as_str().to_owned(), id.clone())).unzip();
    sqlx::query!(
        "insert into kakao_templates (kind, template_id, created_at)
         select kind, id, $3 from unnest($1::text[], $2::text[]) as list (kind, id)",
        &kinds,
        &ids,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}
