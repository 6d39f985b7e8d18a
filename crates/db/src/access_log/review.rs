//! A month of a clinic's rows at a glance, and who looked it over.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{InstitutionId, StaffId};

use super::{Action, Kind};
use crate::{Error, Result, TenantConn, TenantTx, is_unique_violation};

/// What one of the staff did in a time.
#[derive(Clone, Debug)]
pub struct Member {
    /// Whose account.
    pub id: StaffId,
    /// Its sign-in name.
    pub login_id: String,
    /// The person's name.
    pub name: String,
    /// Whether the account may sign in today.
    pub active: bool,
    /// Sign-ins.
    pub sign_ins: i64,
    /// Sign-ins that failed under the account's name.
    pub failed_sign_ins: i64,
    /// From how many addresses.
    pub addresses: i64,
    /// Lists that were read, those included that looked themselves up again.
    pub lists: i64,
    /// Records that were opened, each time counted.
    pub reads: i64,
    /// Records that were made or changed, each time counted.
    pub changes: i64,
    /// Copies that were taken.
    pub downloads: i64,
    /// How many applications and claims all this but the lists was about.
    pub records: i64,
    /// Of what was done but for the lists: between ten in the evening and six in the morning, in Korea.
    pub at_night: i64,
}

/// That a month was looked over.
#[derive(Clone, Debug)]
pub struct Review {
    /// The month's first day.
    pub month: NaiveDate,
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub reviewer: String,
    /// What was found and done about it; may be empty.
    pub note: String,
}

/// A month of a clinic's log.
#[derive(Clone, Debug)]
pub struct Month {
    /// Its first day, in Korea.
    pub month: NaiveDate,
    /// Whether somebody looked it over.
    pub review: Option<Review>,
}

/// Why a review was not kept.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// The month was looked over before.
    #[error("the month was looked over before")]
    Done,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// What each of a clinic's staff did from a moment on and before another, by name; nobody who did nothing.
///
/// # Errors
/// Only [`Error`].
pub async fn members_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
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
        from,
        to,
        &Kind::actions(&[Kind::List]),
        Action::SignIn.as_str(),
        Action::SignInFailed.as_str(),
        &Kind::actions(&[Kind::Read]),
        &Kind::actions(&[Kind::Change]),
        &Kind::actions(&[Kind::Download])
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(members)
}

/// The months since a clinic's first account, two years back at most, the newest first, and who looked each over.
///
/// # Errors
/// Only [`Error`].
pub async fn months_at(conn: &mut TenantConn, clinic: InstitutionId, now: DateTime<Utc>) -> Result<Vec<Month>> {
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
    conn.settle();
    let months = rows.into_iter().map(|row| {
        let said = row.at.zip(row.reviewer).zip(row.note);
        let review = said.map(|((at, reviewer), note)| Review { month: row.month, at, reviewer, note });
        Month { month: row.month, review }
    });
    Ok(months.collect())
}

/// The clinics with an account made before a month's end that have not looked the month over.
///
/// # Errors
/// Only [`Error`].
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
    conn.settle();
    Ok(clinics.into_iter().map(InstitutionId::new).collect())
}

/// Failed sign-ins under names that no account has, from a moment on and before another.
///
/// # Errors
/// Only [`Error`].
pub async fn count_unknown_sign_ins(conn: &mut TenantConn, (from, to): (DateTime<Utc>, DateTime<Utc>)) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from clinic_access_log
           where institution_id is null and action = $3 and at >= $1 and at < $2"#,
        from,
        to,
        Action::SignInFailed.as_str()
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(count)
}

/// Keeps that one of a clinic's staff looked a month over, and the log's last row as it is now.
///
/// # Errors
/// [`InsertError`].
pub async fn insert(
    tx: &mut TenantTx,
    (clinic, month): (InstitutionId, NaiveDate),
    (staff, note): (StaffId, &str),
    now: DateTime<Utc>,
) -> Result<(), InsertError> {
    let kept = sqlx::query!(
        "insert into access_reviews (institution_id, month, staff_id, note, last_seq, last_hash, at)
         select $1, $2, $3, $4, seq, hash, $5 from access_log where tenant_id = current_tenant() order by seq desc limit 1",
        clinic.get(),
        month,
        staff.get(),
        note,
        now
    )
    .execute(tx.connection())
    .await;
    match kept {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error, "access_reviews_month") => Err(InsertError::Done),
        Err(error) => Err(InsertError::Db(error.into())),
    }
}
