//! Insurers that claims can be filed with.

use domain::InsurerId;

use crate::{Result, TenantConn};

/// Korean insurers that cover dental care. Every tenant is seeded with them.
pub const KOREAN_INSURERS: [&str; 18] = [
    "삼성화재",
    "현대해상",
    "DB손해보험",
    "KB손해보험",
    "메리츠화재",
    "한화손해보험",
    "흥국화재",
    "롯데손해보험",
    "NH농협손해보험",
    "MG손해보험",
    "AIG손해보험",
    "라이나생명",
    "삼성생명",
    "교보생명",
    "한화생명",
    "신한라이프",
    "AIA생명",
    "동양생명",
];

/// An insurer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insurer {
    /// The id.
    pub id: InsurerId,
    /// The name.
    pub name: String,
}

/// Lists the active insurers by position.
pub async fn list(conn: &mut TenantConn) -> Result<Vec<Insurer>> {
    let found = sqlx::query_as!(Insurer, "select id, name from insurers where active order by position, id")
        .fetch_all(conn.connection())
        .await?;
    Ok(found)
}

/// Finds the insurer with this id, if it is active.
pub async fn find(conn: &mut TenantConn, id: InsurerId) -> Result<Option<Insurer>> {
    let found = sqlx::query_as!(Insurer, "select id, name from insurers where id = $1 and active", id.get())
        .fetch_optional(conn.connection())
        .await?;
    Ok(found)
}
