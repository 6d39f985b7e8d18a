//! The version of the model that photos are read with; the same for all tenants.

use chrono::{DateTime, Utc};
use domain::DeployedModel;
use domain::deployed_model::Figures;
use sqlx::types::Json;

use crate::{Result, SystemConn, TenantConn};

/// The deployed version; none before a worker took one up.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find(conn: &mut TenantConn) -> Result<Option<DeployedModel>> {
    let row = sqlx::query!(
        r#"select version, data_hash, training_data_hash, figures as "figures: sqlx::types::Json<Figures>" from deployed_model"#
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    Ok(row.map(|r| DeployedModel {
        version: r.version,
        data_hash: r.data_hash,
        training_data_hash: r.training_data_hash,
        figures: r.figures.0,
    }))
}

/// Writes that a worker took up this version. The last one to do so counts, whatever the workers' clocks say; said once more
/// of the same version, it keeps the first time.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn set(conn: &mut SystemConn, model: &DeployedModel, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into deployed_model as kept (version, data_hash, training_data_hash, figures, taken_up_at)
         values ($1, $2, $3, $4, $5)
         on conflict (id) do update
         set version = excluded.version, data_hash = excluded.data_hash,
             training_data_hash = excluded.training_data_hash, figures = excluded.figures,
             taken_up_at = case when kept.version = excluded.version then kept.taken_up_at else excluded.taken_up_at end",
        model.version,
        model.data_hash,
        model.training_data_hash,
        Json(&model.figures) as _,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
