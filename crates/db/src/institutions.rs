//! Clinics.

use domain::{Institution, InstitutionId, hangul};

use crate::{Result, TenantConn};

/// How many ends of clinics' texts are looked at: what begins more of them is no search yet.
const LOOKED_AT: i64 = 1_000;
/// As many where further words choose among them.
const LOOKED_AT_FOR_MORE: i64 = 3_000;

/// The active clinics in whose name, representative or address every word of `query` is found, in full or by initial
/// consonants: those whose name begins with it first, at most `limit`. None for no word.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn search(conn: &mut TenantConn, query: &str, limit: i64) -> Result<Vec<Institution>> {
    let words = hangul::search_words(query);
    let Some(longest) = words.first() else { return Ok(Vec::new()) };
    let looked_at = if words.len() == 1 { LOOKED_AT } else { LOOKED_AT_FOR_MORE };
    // the longest word leads to the rows, the others are looked for in them
    let institutions = sqlx::query_as!(
        Institution,
        r#"select i.id, i.name, i.representative_name, i.address, i.phone_number
           from (
               select distinct institution_id from (
                   select t.institution_id from institution_terms t
                   where t.term >= substr(normalize($1, nfc), 1, 16)
                         and t.term < substr(normalize($1, nfc), 1, 16) || chr(1114111)
                   order by t.term
                   limit $4
               ) ends
           ) found
           join institutions i on i.id = found.institution_id
           where i.active and not exists (
               select from unnest($2::text[]) as word
               where strpos(i.search_text, normalize(word, nfc)) = 0 and strpos(i.search_initials, normalize(word, nfc)) = 0
           )
           order by strpos(i.search_text, normalize($1, nfc)) <> 1, i.name, i.id
           limit $3"#,
        longest,
        &words,
        limit,
        looked_at
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(institutions)
}

/// The clinic with this id, if patients can choose it.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find(conn: &mut TenantConn, id: InstitutionId) -> Result<Option<Institution>> {
    let institution = sqlx::query_as!(
        Institution,
        "select id, name, representative_name, address, phone_number from institutions where id = $1 and active",
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    Ok(institution)
}
