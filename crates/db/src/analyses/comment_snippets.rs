//! Text snippets for analysts' comments: those of a clinic, and each member's own.

use chrono::{DateTime, Utc};
use domain::{InstitutionId, SnippetId, StaffId};

use crate::{Result, TenantConn};

/// The maximum number of snippets of a clinic, and of each member.
const MAX_SNIPPETS: i64 = 50;

/// The owner of a snippet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnippetOwner {
    /// The clinic. All of its analysts see the snippet.
    Clinic,
    /// One member, who alone sees it.
    Member(StaffId),
}

impl SnippetOwner {
    fn staff(self) -> Option<i64> {
        match self {
            Self::Clinic => None,
            Self::Member(staff) => Some(staff.get()),
        }
    }
}

/// A snippet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The id.
    pub id: SnippetId,
    /// Its owner.
    pub owner: SnippetOwner,
    /// The title in the menu.
    pub title: String,
    /// The text that is put into the comment.
    pub body: String,
}

/// The texts of a snippet, parsed.
#[derive(Clone, Debug)]
pub struct SnippetTexts {
    /// The title in the menu.
    pub title: String,
    /// The text that is put into the comment.
    pub body: String,
}

/// Lists the snippets of a clinic and of one member, by title.
pub async fn list(conn: &mut TenantConn, clinic: InstitutionId, staff: StaffId) -> Result<Vec<Snippet>> {
    let rows = sqlx::query!(
        "select id, staff_id, title, body from comment_snippets
         where institution_id = $1 and (staff_id is null or staff_id = $2) order by title, id",
        clinic.get(),
        staff.get()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Snippet {
            id: SnippetId::new(row.id),
            owner: row.staff_id.map_or(SnippetOwner::Clinic, |id| SnippetOwner::Member(StaffId::new(id))),
            title: row.title,
            body: row.body,
        })
        .collect())
}

/// Finds the owner of a snippet of the clinic or of this member.
pub async fn find_owner(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    staff: StaffId,
    id: SnippetId,
) -> Result<Option<SnippetOwner>> {
    let found = sqlx::query!(
        "select staff_id from comment_snippets
         where id = $1 and institution_id = $2 and (staff_id is null or staff_id = $3)",
        id.get(),
        clinic.get(),
        staff.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found.map(|row| row.staff_id.map_or(SnippetOwner::Clinic, |id| SnippetOwner::Member(StaffId::new(id)))))
}

/// Inserts a snippet. Returns none when its owner has the maximum number already.
pub async fn insert(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    owner: SnippetOwner,
    texts: &SnippetTexts,
    now: DateTime<Utc>,
) -> Result<Option<SnippetId>> {
    let id = sqlx::query_scalar!(
        "insert into comment_snippets (institution_id, staff_id, title, body, created_at, updated_at)
         select $1, $2, $3, $4, $5, $5
         where (select count(*) from comment_snippets where institution_id = $1 and staff_id is not distinct from $2) < $6
         returning id",
        clinic.get(),
        owner.staff(),
        texts.title,
        texts.body,
        now,
        MAX_SNIPPETS
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(id.map(SnippetId::new))
}

/// Changes the texts of a snippet. Returns false when there is none with this id.
pub async fn set_texts(conn: &mut TenantConn, id: SnippetId, texts: &SnippetTexts, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update comment_snippets set title = $2, body = $3, updated_at = $4 where id = $1",
        id.get(),
        texts.title,
        texts.body,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a snippet.
pub async fn delete(conn: &mut TenantConn, id: SnippetId) -> Result<()> {
    sqlx::query!("delete from comment_snippets where id = $1", id.get()).execute(conn.connection()).await?;
    Ok(())
}
