//! Clinics.

use domain::{Institution, InstitutionId, hangul};

use crate::{Result, TenantConn};

/// The maximum number of search terms that are read for a query of one word.
const MAX_TERMS: i64 = 1_000;
/// The maximum number of search terms if further words filter the clinics.
const MAX_TERMS_OF_SEVERAL_WORDS: i64 = 3_000;

/// Lists the active clinics whose name, representative or address contains every word of `query`, in full or as initial
/// consonants. Clinics whose name starts with the longest word come first, at most `limit`. Returns nothing for an
/// empty query.
pub async fn search(conn: &mut TenantConn, query: &str, limit: i64) -> Result<Vec<Institution>> {
    let words = hangul::split_search_words(query);
    let Some(longest) = words.first() else { return Ok(Vec::new()) };
    let max_terms = if words.len() == 1 { MAX_TERMS } else { MAX_TERMS_OF_SEVERAL_WORDS };
    // the index finds the longest word, and the other words filter the rows that it finds
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
        max_terms
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(institutions)
}

/// Finds the clinic with this id, if it is active.
pub async fn find(conn: &mut TenantConn, id: InstitutionId) -> Result<Option<Institution>> {
    let institution = sqlx::query_as!(
        Institution,
        "select id, name, representative_name, address, phone_number from institutions where id = $1 and active",
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(institution)
}
