//! Clinics.

use domain::{Institution, InstitutionId};

use crate::{Result, TenantConn};

/// Clinics whose name, representative or address contains `query`, by name; all when it is empty.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list(conn: &mut TenantConn, query: &str) -> Result<Vec<Institution>> {
    let institutions = sqlx::query_as!(
        Institution,
        r#"select id, name, representative_name, address, phone_number
           from institutions
           where $1 = '' or strpos(lower(name || ' ' || representative_name || ' ' || address), lower($1)) > 0
           order by name, id
           limit 100"#,
        query.trim()
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(institutions)
}

/// The clinic with this id.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find(conn: &mut TenantConn, id: InstitutionId) -> Result<Option<Institution>> {
    let institution = sqlx::query_as!(
        Institution,
        "select id, name, representative_name, address, phone_number from institutions where id = $1",
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    Ok(institution)
}
