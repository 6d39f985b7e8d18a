//! Insurers that claims can be for.

use domain::InsurerId;

use crate::{Result, TenantConn};

/// Korea's insurers that pay for dental care, as they are seeded for every tenant.
pub const KOREAN: [&str; 18] = [
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
    /// Its id.
    pub id: InsurerId,
    /// Its name.
    pub name: String,
}

/// The insurers that can be chosen, in their order.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list(conn: &mut TenantConn) -> Result<Vec<Insurer>> {
    let found = sqlx::query_as!(Insurer, "select id, name from insurers where active order by position, id")
        .fetch_all(conn.connection())
        .await?;
    conn.settle();
    Ok(found)
}

/// The insurer with this id, if it can be chosen.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find(conn: &mut TenantConn, id: InsurerId) -> Result<Option<Insurer>> {
    let found = sqlx::query_as!(Insurer, "select id, name from insurers where id = $1 and active", id.get())
        .fetch_optional(conn.connection())
        .await?;
    conn.settle();
    Ok(found)
}
