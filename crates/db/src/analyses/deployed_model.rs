//! The deployed version of the model. It is the same for all tenants.

use chrono::{DateTime, Utc};
use domain::DeployedModel;
use domain::deployed_model::ModelMetrics;
use sqlx::types::Json;

use crate::{Result, SystemConn, TenantConn};

/// Finds the deployed version. Returns none before a worker loaded one.
pub async fn find(conn: &mut TenantConn) -> Result<Option<DeployedModel>> {
    let row = sqlx::query!(
        r#"select version, data_hash, training_data_hash, figures as "figures: sqlx::types::Json<ModelMetrics>" from deployed_model"#
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(row.map(|r| DeployedModel {
        version: r.version,
        data_hash: r.data_hash,
        training_data_hash: r.training_data_hash,
        figures: r.figures.0,
    }))
}

/// Sets the version that a worker loaded. The last call wins, regardless of the workers' clocks. A repeated call with
/// the same version keeps the time of the first.
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
