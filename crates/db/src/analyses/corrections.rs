//! Corrections of released analyses. Each keeps the values that it replaced.

use chrono::{DateTime, Utc};
use domain::correction::{Correction, CorrectionRecord};
use domain::{CorrectionId, Expert, Outline, Scores, StaffId, TciId};
use sqlx::types::Json;

use crate::{Result, TenantConn, TenantTx, column};

/// Inserts a correction with the currently released values and the reason. The analysis may then be saved with other
/// scores in the same transaction. Returns none when it is not released.
pub async fn insert(
    tx: &mut TenantTx,
    tci: TciId,
    staff: StaffId,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<Option<CorrectionId>> {
    let id = sqlx::query_scalar!(
        "insert into tci_corrections (tci_id, picture_id, version, reason, staff_id, created_at, scores, scored_at, outline, comment,
                                      analysis_expert_id)
         select t.id, p.id, t.version, $3, $2, $4, p.expert_scores, p.scored_at, p.expert_outline, t.comment, t.analysis_expert_id
         from tcis t join pictures p on p.tci_id = t.id and p.current
         where t.id = $1 and t.status = 2 and t.application_id is not null and p.expert_scores is not null
         returning id",
        tci.get(),
        staff.get(),
        reason,
        now
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(id.map(CorrectionId::new))
}

/// Lists the corrections of an analysis with the values that each replaced, the newest first.
pub async fn list(conn: &mut TenantConn, tci: TciId) -> Result<Vec<CorrectionRecord>> {
    let rows = sqlx::query!(
        r#"select c.id, c.version, c.reason, c.created_at, c.scores, c.scored_at, c.outline as "outline: Json<Vec<[f32; 2]>>",
                  c.comment, c.staff_id, s.name as staff, c.analysis_expert_id, e.name as "analysis_expert?"
           from tci_corrections c
           join staff s on s.id = c.staff_id
           left join staff e on e.id = c.analysis_expert_id
           where c.tci_id = $1 order by c.id desc"#,
        tci.get()
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(CorrectionRecord {
                correction: Correction { at: r.created_at, reason: r.reason },
                staff: Expert { id: StaffId::new(r.staff_id), name: r.staff },
                version: r.version,
                scores: column("tci_corrections", "scores", r.id).require(Scores::from_numbers(&r.scores))?,
                scored_at: r.scored_at,
                outline: r
                    .outline
                    .map(|Json(points)| column("tci_corrections", "outline", r.id).require(Outline::new(points)))
                    .transpose()?,
                comment: r.comment,
                analysis_expert: r
                    .analysis_expert_id
                    .zip(r.analysis_expert)
                    .map(|(id, name)| Expert { id: StaffId::new(id), name }),
            })
        })
        .collect()
}
