//! Monthly reviews of a clinic's rows.

use std::ops::Range;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{InstitutionId, StaffId};

use super::{Action, Kind};
use crate::{Error, Result, TenantConn, TenantTx, is_unique_violation};

/// The activity of a member of staff in a time range.
#[derive(Clone, Debug)]
pub struct Member {
    /// The account.
    pub id: StaffId,
    /// The sign-in name.
    pub login_id: String,
    /// The person's name.
    pub name: String,
    /// Whether the account is active now.
    pub active: bool,
    /// The number of sign-ins.
    pub sign_ins: i64,
    /// The number of failed sign-ins with the account's name.
    pub failed_sign_ins: i64,
    /// The number of distinct client addresses.
    pub addresses: i64,
    /// The number of lists that were read, including automatic refreshes.
    pub lists: i64,
    /// How often a record was opened.
    pub reads: i64,
    /// How often a record was inserted or changed.
    pub changes: i64,
    /// The number of copies that were taken.
    pub downloads: i64,
    /// The number of distinct applications and claims that were accessed other than through lists.
    pub records: i64,
    /// The number of accesses, other than to lists, between 22:00 and 06:00 in Korea.
    pub at_night: i64,
}

/// A new review of a month.
#[derive(Clone, Copy, Debug)]
pub struct NewReview<'a> {
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The first day of the month.
    pub month: NaiveDate,
    /// The member of staff who reviewed it.
    pub staff_id: StaffId,
    /// The findings and the measures taken. May be empty.
    pub note: &'a str,
}

/// A review of a month.
#[derive(Clone, Debug)]
pub struct Review {
    /// The first day of the month.
    pub month: NaiveDate,
    /// When it was reviewed.
    pub at: DateTime<Utc>,
    /// The name of the reviewer.
    pub reviewer: String,
    /// The findings and the measures taken. May be empty.
    pub note: String,
}

/// A month of a clinic's log.
#[derive(Clone, Debug)]
pub struct Month {
    /// The first day of the month, in Korea.
    pub month: NaiveDate,
    /// The review, if there was one.
    pub review: Option<Review>,
}

/// Why a review was not inserted.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// The month was already reviewed.
    #[error("the month was reviewed before")]
    Done,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Lists the activity of each of a clinic's staff in a time range, by name. Staff without activity are left out.
pub async fn list_members_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    time: Range<DateTime<Utc>>,
) -> Result<Vec<Member>> {
    let members = sqlx::query_as!(
        Member,
        r#"with done as (
               select l.*, l.action <> all($4) as one,
                      extract(hour from l.at at time zone 'Asia/Seoul') not between 6 and 21 as night
               from clinic_access_log l
               where l.institution_id = $1 and l.at >= $2 and l.at < $3 and l.staff_id is not null
           ), about as (
               select staff_id, count(distinct (kind, id)) as records
               from (select staff_id, 'application' as kind, unnest(application_ids) as id from done where one
                     union all select staff_id, 'claim', unnest(claim_ids) from done where one) each
               group by staff_id
           )
           select s.id, s.login_id, s.name, s.active,
                  count(*) filter (where d.action = $5) as "sign_ins!",
                  count(*) filter (where d.action = $6) as "failed_sign_ins!",
                  count(distinct d.client_address) as "addresses!",
                  count(*) filter (where not d.one) as "lists!",
                  count(*) filter (where d.action = any($7)) as "reads!",
                  count(*) filter (where d.action = any($8)) as "changes!",
                  count(*) filter (where d.action = any($9)) as "downloads!",
                  coalesce(max(a.records), 0) as "records!",
                  count(*) filter (where d.one and d.night) as "at_night!"
           from done d join staff s on s.id = d.staff_id left join about a on a.staff_id = s.id
           group by s.id order by s.name, s.id"#,
        clinic.get(),
        time.start,
        time.end,
        &Kind::actions(&[Kind::List]),
        Action::SignIn.as_str(),
        Action::SignInFailed.as_str(),
        &Kind::actions(&[Kind::Read]),
        &Kind::actions(&[Kind::Change]),
        &Kind::actions(&[Kind::Download])
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(members)
}

/// Lists the months since a clinic's first account, up to two years back, with their reviews, the newest first.
pub async fn list_months_at(conn: &mut TenantConn, clinic: InstitutionId, now: DateTime<Utc>) -> Result<Vec<Month>> {
    let rows = sqlx::query!(
        r#"select m.month as "month!", r.at as "at?", s.name as "reviewer?", r.note as "note?"
           from (select generate_series(
                     date_trunc('month', greatest(min(s.created_at) at time zone 'Asia/Seoul', here.now - interval '23 months')),
                     here.now, interval '1 month')::date as month
                 from staff s, (select $2::timestamptz at time zone 'Asia/Seoul' as now) here
                 where s.institution_id = $1 group by here.now) m
                left join access_reviews r on r.institution_id = $1 and r.month = m.month
                left join staff s on s.id = r.staff_id
           order by m.month desc"#,
        clinic.get(),
        now
    )
    .fetch_all(conn.connection())
    .await?;
    let months = rows.into_iter().map(|row| {
        let reviewed = row.at.zip(row.reviewer).zip(row.note);
        let review = reviewed.map(|((at, reviewer), note)| Review { month: row.month, at, reviewer, note });
        Month { month: row.month, review }
    });
    Ok(months.collect())
}

/// Lists the clinics that have not reviewed a month and had an account before its end.
pub async fn list_unreviewed(
    conn: &mut TenantConn,
    month: NaiveDate,
    end: DateTime<Utc>,
) -> Result<Vec<InstitutionId>> {
    let clinics = sqlx::query_scalar!(
        r#"select s.institution_id from staff s
           where s.tenant_id = current_tenant() and s.created_at < $2
                 and not exists (select from access_reviews r where r.institution_id = s.institution_id and r.month = $1)
           group by s.institution_id order by s.institution_id"#,
        month,
        end
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(clinics.into_iter().map(InstitutionId::new).collect())
}

/// Counts the failed sign-ins with unknown sign-in names in a time range.
pub async fn count_unknown_sign_ins(conn: &mut TenantConn, time: Range<DateTime<Utc>>) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from clinic_access_log
           where institution_id is null and action = $3 and at >= $1 and at < $2"#,
        time.start,
        time.end,
        Action::SignInFailed.as_str()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(count)
}

/// Inserts a review together with the log's current last row.
///
/// # Errors
/// [`InsertError::Done`] when the month was already reviewed.
pub async fn insert(tx: &mut TenantTx, new: &NewReview<'_>, now: DateTime<Utc>) -> Result<(), InsertError> {
    let inserted = sqlx::query!(
        "insert into access_reviews (institution_id, month, staff_id, note, last_seq, last_hash, at)
         select $1, $2, $3, $4, seq, hash, $5 from access_log where tenant_id = current_tenant() order by seq desc limit 1",
        new.institution_id.get(),
        new.month,
        new.staff_id.get(),
        new.note,
        now
    )
    .execute(tx.connection())
    .await;
    match inserted {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error, "access_reviews_month") => Err(InsertError::Done),
        Err(error) => Err(InsertError::Db(error.into())),
    }
}
