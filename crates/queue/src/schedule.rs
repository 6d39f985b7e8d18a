//! Regular jobs, which are enqueued for each tenant by the clock. A unique constraint of the database allows one
//! unfinished job per tenant and unique key.

use chrono::{DateTime, NaiveDate, SubsecRound as _, TimeDelta, Utc};
use db::{Database, SystemDb, TenantTx};
use domain::TenantKind;
use domain::calendar::{KOREA_OFFSET, first_of_month, korean_day};

use crate::job::{Job, NewJob, enqueue};
use crate::jobs::{
    CheckAccessLog, CheckSilentSensors, CompareDay, CompareExperts, CompareSettlements, ExpireDrafts, FoldReadingDays,
    ReportEnvironment, Sweep, SweepOrders,
};
use crate::settings::Queue;

/// When a regular job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// Every `n` minutes, counted from the full hour.
    Minutes(i64),
    /// Every hour, on the hour.
    Hourly,
    /// Every day, this many minutes after midnight in Korea.
    Daily(i64),
}

impl Period {
    const fn length(self) -> TimeDelta {
        match self {
            Self::Minutes(minutes) => TimeDelta::minutes(minutes),
            Self::Hourly => TimeDelta::hours(1),
            Self::Daily(_) => TimeDelta::days(1),
        }
    }

    /// Returns the first time after `now`.
    #[must_use]
    pub fn next(self, now: DateTime<Utc>) -> DateTime<Utc> {
        let offset = match self {
            Self::Daily(minutes) => TimeDelta::minutes(minutes) - KOREA_OFFSET,
            Self::Minutes(_) | Self::Hourly => TimeDelta::zero(),
        };
        let (period, offset) = (self.length().num_seconds(), offset.num_seconds());
        now.trunc_subsecs(0) + TimeDelta::seconds(period - (now.timestamp() - offset).rem_euclid(period))
    }

    /// Returns the last time that is not after `now`.
    fn last(self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.next(now) - self.length()
    }
}

/// A regular job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// [`Sweep`].
    Sweep,
    /// [`ExpireDrafts`].
    ExpireDrafts,
    /// [`SweepOrders`].
    SweepOrders,
    /// [`CompareDay`], half an hour after midnight in Korea, when the provider's day is complete.
    CompareDay,
    /// [`CompareExperts`], at night, while few photos arrive.
    CompareExperts,
    /// [`CompareSettlements`], at nine in Korea, when the provider lists the payouts of the day.
    CompareSettlements,
    /// [`CheckAccessLog`]: at night, while few people write to the log.
    CheckAccessLog,
    /// [`CheckSilentSensors`].
    CheckSilentSensors,
    /// [`FoldReadingDays`]: at night, while few people work.
    FoldReadingDays,
    /// [`ReportEnvironment`], every day for the month before, so that a missed report is written later.
    ReportEnvironment,
}

impl Schedule {
    /// Every regular job.
    pub const ALL: [Self; 10] = [
        Self::Sweep,
        Self::ExpireDrafts,
        Self::SweepOrders,
        Self::CompareDay,
        Self::CompareExperts,
        Self::CompareSettlements,
        Self::CheckAccessLog,
        Self::CheckSilentSensors,
        Self::FoldReadingDays,
        Self::ReportEnvironment,
    ];

    /// Returns the kind of its jobs, which is also its name.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        self.job().0
    }

    /// Returns the kind and the queue of its jobs.
    const fn job(self) -> (&'static str, Queue) {
        const fn of<J: Job>() -> (&'static str, Queue) {
            (J::KIND, J::QUEUE)
        }
        match self {
            Self::Sweep => of::<Sweep>(),
            Self::ExpireDrafts => of::<ExpireDrafts>(),
            Self::SweepOrders => of::<SweepOrders>(),
            Self::CompareDay => of::<CompareDay>(),
            Self::CompareExperts => of::<CompareExperts>(),
            Self::CompareSettlements => of::<CompareSettlements>(),
            Self::CheckAccessLog => of::<CheckAccessLog>(),
            Self::CheckSilentSensors => of::<CheckSilentSensors>(),
            Self::FoldReadingDays => of::<FoldReadingDays>(),
            Self::ReportEnvironment => of::<ReportEnvironment>(),
        }
    }

    /// Parses a regular job's name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|schedule| schedule.kind() == name)
    }

    /// Returns the queue of its jobs.
    #[must_use]
    pub const fn queue(self) -> Queue {
        self.job().1
    }

    /// Returns when it runs.
    #[must_use]
    pub const fn period(self) -> Period {
        match self {
            Self::Sweep | Self::ExpireDrafts => Period::Hourly,
            Self::SweepOrders => Period::Minutes(5),
            Self::CompareDay => Period::Daily(30),
            Self::CompareExperts => Period::Daily(90),
            Self::CompareSettlements => Period::Daily(9 * 60),
            Self::CheckAccessLog => Period::Daily(2 * 60),
            Self::CheckSilentSensors => Period::Minutes(10),
            Self::FoldReadingDays => Period::Daily(3 * 60),
            Self::ReportEnvironment => Period::Daily(60),
        }
    }

    /// Returns whether tenants of this kind need it.
    #[must_use]
    pub const fn serves(self, kind: TenantKind) -> bool {
        match self {
            Self::Sweep | Self::CheckAccessLog => true,
            Self::CheckSilentSensors | Self::FoldReadingDays | Self::ReportEnvironment => {
                matches!(kind, TenantKind::Hotel)
            }
            _ => matches!(kind, TenantKind::Dental),
        }
    }

    /// Enqueues the tenant's next job unless it exists.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn enqueue_next(self, tx: &mut TenantTx, now: DateTime<Utc>) -> db::Result<()> {
        let at = self.period().next(now);
        self.enqueue(tx, at, at).await
    }

    /// Runs it now for every tenant and returns how many jobs that starts. An hourly or more frequent job starts early;
    /// a daily one runs once more for the last day. A tenant whose job is due or running is skipped.
    ///
    /// # Errors
    /// When the database fails. Jobs of tenants that were processed before stay.
    pub async fn run_now(self, database: &Database, now: DateTime<Utc>, operator: &str) -> db::Result<u64> {
        let mut started = 0;
        for tenant in list_tenants(&database.system(), self).await? {
            let mut tx = database.tenant(tenant.into()).begin().await?;
            let occurrence = self.period().last(now);
            let key = self.unique_key(occurrence);
            if make_due(&mut tx, &key, operator).await? {
                started += 1;
            } else if !is_unfinished(&mut tx, &key).await? {
                self.enqueue(&mut tx, occurrence, now).await?;
                started += 1;
            }
            tx.commit().await?;
        }
        Ok(started)
    }

    /// The unique key of the job for this occurrence.
    fn unique_key(self, occurrence: DateTime<Utc>) -> String {
        match self.period() {
            Period::Daily(_) => format!("{}:{}", self.kind(), korean_day(occurrence)),
            Period::Minutes(_) | Period::Hourly => self.kind().to_owned(),
        }
    }

    async fn enqueue(self, tx: &mut TenantTx, occurrence: DateTime<Utc>, at: DateTime<Utc>) -> db::Result<()> {
        let (day, key) = (korean_day(occurrence), self.unique_key(occurrence));
        let day_before: NaiveDate = day - TimeDelta::days(1);
        match self {
            Self::Sweep => insert(tx, Sweep::default(), key, at).await,
            Self::ExpireDrafts => insert(tx, ExpireDrafts {}, key, at).await,
            Self::SweepOrders => insert(tx, SweepOrders {}, key, at).await,
            Self::CompareDay => insert(tx, CompareDay { day: day_before }, key, at).await,
            Self::CompareExperts => insert(tx, CompareExperts { day: day_before }, key, at).await,
            Self::CompareSettlements => insert(tx, CompareSettlements { day }, key, at).await,
            Self::CheckAccessLog => insert(tx, CheckAccessLog { day: day_before }, key, at).await,
            Self::CheckSilentSensors => insert(tx, CheckSilentSensors {}, key, at).await,
            Self::FoldReadingDays => insert(tx, FoldReadingDays { day }, key, at).await,
            Self::ReportEnvironment => {
                let month = first_of_month(first_of_month(day) - TimeDelta::days(1));
                insert(tx, ReportEnvironment { month }, key, at).await
            }
        }
    }
}

async fn insert<J: Job>(tx: &mut TenantTx, job: J, key: String, at: DateTime<Utc>) -> db::Result<()> {
    enqueue(tx, NewJob::new(job).with_unique_key(key).at(at)).await.map(drop)
}

async fn list_tenants(db: &SystemDb, schedule: Schedule) -> db::Result<Vec<i64>> {
    let tenants = db::tenants::list(&mut db.acquire().await?).await?;
    Ok(tenants.into_iter().filter(|tenant| schedule.serves(tenant.kind)).map(|tenant| tenant.id.get()).collect())
}

/// Makes the tenant's delayed job with this key due now.
async fn make_due(tx: &mut TenantTx, key: &str, operator: &str) -> db::Result<bool> {
    let updated = sqlx::query!(
        "
        with made_due as (
            update jobs set run_at = now(), enqueued_at = null, enqueue_no = enqueue_no + 1
            where tenant_id = current_tenant() and unique_key = $1 and state = 'queued' and run_at > now()
            returning id, attempts
        )
        insert into job_events (job_id, event, attempt, detail) select id, 'requeued', attempts, $2 from made_due
        ",
        key,
        operator,
    );
    Ok(updated.execute(tx.connection()).await?.rows_affected() > 0)
}

async fn is_unfinished(tx: &mut TenantTx, key: &str) -> db::Result<bool> {
    let exists = sqlx::query_scalar!(
        r#"
        select exists (
            select from jobs where tenant_id = current_tenant() and unique_key = $1 and state in ('queued', 'running')
        ) as "exists!"
        "#,
        key,
    );
    Ok(exists.fetch_one(tx.connection()).await?)
}

#[cfg(test)]
mod tests;
