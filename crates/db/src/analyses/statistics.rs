//! Statistics of a clinic's released analyses, by month and by analyst.

use std::ops::Range;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Expert, InstitutionId};

use crate::tcis::row::expert;
use crate::{Result, TenantConn};

/// Statistics of the analyses that were released in a time range.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisStatistics {
    /// The number of distinct people.
    pub patients: i64,
    /// The number of analyses.
    pub analyses: i64,
    /// The mean index before cleaning, in percent.
    pub mean_before: Option<f64>,
    /// The mean index after cleaning, in percent.
    pub mean_after: Option<f64>,
    /// The mean difference of the index, after minus before, over applications with both, in points.
    pub mean_change: Option<f64>,
    /// The median time from a patient's application to its last release, in hours. Walk-ins are left out.
    pub median_hours: Option<f64>,
}

/// The statistics of a clinic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Over all analyses.
    pub total: AnalysisStatistics,
    /// By month of the release in Korea, the earliest first. Months without a release are left out.
    pub months: Vec<(NaiveDate, AnalysisStatistics)>,
    /// By analyst, those with the most analyses first. None for analyses without a named analyst.
    pub analysts: Vec<(Option<Expert>, AnalysisStatistics)>,
}

struct Row {
    is_month: bool,
    is_analyst: bool,
    month: Option<NaiveDate>,
    analyst_id: Option<i64>,
    analyst: Option<String>,
    patients: i64,
    analyses: i64,
    mean_before: Option<f64>,
    mean_after: Option<f64>,
    mean_change: Option<f64>,
    median_hours: Option<f64>,
}

/// Computes the statistics of the analyses that a clinic released in a time range.
pub async fn find(conn: &mut TenantConn, clinic: InstitutionId, range: &Range<DateTime<Utc>>) -> Result<Statistics> {
    let rows = sqlx::query_as!(
        Row,
        r#"with released as (
               select t.phase, t.analysis_expert_id, t.released_at, a.created_at as applied_at,
                      date_trunc('month', t.released_at at time zone 'Asia/Seoul')::date as month,
                      coalesce('p' || a.person_id, a.birth || a.phone_number || search_form(a.name)) as person,
                      score_index(p.expert_scores) as index,
                      case when t.phase = 'after' then score_index(p.expert_scores) - score_index(b.expert_scores) end as change,
                      a.kind = 'application' and a.status = 2
                      and not exists (select from tcis o
                                      where o.application_id = t.application_id and o.status = 2
                                            and (o.released_at, o.id) > (t.released_at, t.id)) as completes
               from tcis t
               join applications a on a.id = t.application_id
               join pictures p on p.tci_id = t.id and p.current
               left join tcis f on f.application_id = t.application_id and f.phase = 'before' and f.status = 2
               left join pictures b on b.tci_id = f.id and b.current
               where t.institution_id = $1 and t.status = 2 and t.application_id is not null
                     and t.released_at >= $2 and t.released_at < $3 and a.hidden_at is null
           ), figures as (
               select grouping(month) = 0 as is_month, grouping(analysis_expert_id) = 0 as is_analyst, month, analysis_expert_id,
                      count(distinct person) as patients, count(*) as analyses,
                      avg(index) filter (where phase = 'before') as mean_before,
                      avg(index) filter (where phase = 'after') as mean_after, avg(change) as mean_change,
                      percentile_cont(0.5) within group (order by extract(epoch from released_at - applied_at)::float8 / 3600)
                          filter (where completes) as median_hours
               from released
               group by grouping sets ((), (month), (analysis_expert_id))
           )
           select is_month as "is_month!", is_analyst as "is_analyst!", month, analysis_expert_id as analyst_id,
                  s.name as "analyst?", patients as "patients!", analyses as "analyses!", mean_before, mean_after,
                  mean_change, median_hours
           from figures left join staff s on s.id = analysis_expert_id
           order by month, analyses desc, s.name"#,
        clinic.get(),
        range.start,
        range.end
    )
    .fetch_all(conn.connection())
    .await?;
    let mut statistics = Statistics::default();
    for row in rows {
        let row_statistics = AnalysisStatistics {
            patients: row.patients,
            analyses: row.analyses,
            mean_before: row.mean_before,
            mean_after: row.mean_after,
            mean_change: row.mean_change,
            median_hours: row.median_hours,
        };
        match (row.month, row.is_month, row.is_analyst) {
            (Some(month), true, _) => statistics.months.push((month, row_statistics)),
            (_, _, true) => statistics.analysts.push((expert(row.analyst_id, row.analyst), row_statistics)),
            _ => statistics.total = row_statistics,
        }
    }
    Ok(statistics)
}
