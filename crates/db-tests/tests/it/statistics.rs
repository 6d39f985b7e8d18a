//! A clinic's statistics: which analyses count, in which month in Korea, and how the metrics are computed.

use std::ops::Range;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::statistics::{self, AnalysisStatistics, Statistics};
use db::tcis::clinic::Attributes;
use domain::{ApplicationId, ApplicationKind, Phase, Scores, TciId};
use sqlx::AssertSqlSafe;
use testing::{Clinic, factory};

use crate::support::connect;

fn time(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

/// Returns this score for nine cells.
fn scored(clinic: &Clinic, score: u8) -> Attributes {
    Attributes {
        scores: Scores::from_numbers(&[score; 9]),
        analysis_expert: Some(Some(clinic.staff)),
        ..Attributes::default()
    }
}

/// Releases an analysis of an application with a score, at a time by the database's clock.
async fn release(clinic: &Clinic, id: ApplicationId, phase: Phase, score: u8, at: DateTime<Utc>) -> TciId {
    let tci = clinic.insert_analysis(id, phase).await;
    assert!(clinic.save(tci, 1, &scored(clinic, score)).await);
    clinic.release(id, tci).await.expect("released");
    let moved = format!("update tcis set released_at = '{}' where id = {tci}", at.to_rfc3339());
    let mut superuser = clinic.database.superuser().await;
    let replica = format!("begin; set local session_replication_role = replica; {moved}; commit");
    sqlx::raw_sql(AssertSqlSafe(replica)).execute(&mut superuser).await.expect("moved");
    tci
}

async fn insert_received(clinic: &Clinic, kind: ApplicationKind, at: DateTime<Utc>) -> ApplicationId {
    let id = clinic.application(kind, at).await;
    if kind == ApplicationKind::Application {
        clinic.receive(id).await;
    }
    id
}

async fn find(clinic: &Clinic, institution: usize, range: Range<DateTime<Utc>>) -> Statistics {
    let institution = clinic.database.first.institutions[institution];
    statistics::find(&mut connect(&clinic.db).await, institution, &range).await.expect("statistics")
}

#[tokio::test]
async fn release_counts_in_its_month_of_korea() {
    let clinic = Clinic::new().await;
    let id = insert_received(&clinic, ApplicationKind::Application, factory::now()).await;
    // the last second of October and the first of November in Korea
    release(&clinic, id, Phase::Before, 2, time("2025-10-31T14:59:59Z")).await;
    release(&clinic, id, Phase::After, 1, time("2025-10-31T15:00:00Z")).await;
    let found = find(&clinic, 0, factory::always()).await;
    let months: Vec<_> = found.months.iter().map(|(month, statistics)| (*month, statistics.analyses)).collect();
    assert_eq!(months, [(day("2025-10-01"), 1), (day("2025-11-01"), 1)]);
    assert_eq!((found.total.patients, found.total.analyses), (1, 2));
    let november = find(&clinic, 0, time("2025-10-31T15:00:00Z")..time("2025-11-30T15:00:00Z")).await;
    assert_eq!((november.total.analyses, november.total.mean_after), (1, Some(50.0)));
    assert_eq!(november.total.mean_change, Some(-50.0), "the one before is of another month, and it counts");
    assert_eq!(find(&clinic, 1, factory::always()).await, Statistics::default(), "another clinic's");
}

#[tokio::test]
async fn open_and_hidden_analyses_do_not_count() {
    let clinic = Clinic::new().await;
    let open = insert_received(&clinic, ApplicationKind::Application, factory::now()).await;
    let tci = clinic.insert_analysis(open, Phase::Before).await;
    assert!(clinic.save(tci, 1, &scored(&clinic, 2)).await);
    assert_eq!(find(&clinic, 0, factory::always()).await.total, AnalysisStatistics::default(), "it is not released");
    let patient = clinic.database.first.patient;
    factory::tci_with_result(&clinic.db, patient, [2; 9], factory::now()).await;
    assert_eq!(find(&clinic, 0, factory::always()).await.total.analyses, 0, "a self-check is no clinic's");
    clinic.release(open, tci).await.expect("released");
    assert_eq!(find(&clinic, 0, factory::always()).await.total.analyses, 1);
    sqlx::query("update applications set hidden_at = now()")
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("hidden");
    assert_eq!(find(&clinic, 0, factory::always()).await, Statistics::default(), "its consent was withdrawn");
}

#[tokio::test]
async fn walk_in_counts_without_a_waiting_time() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let walk_in = insert_received(&clinic, ApplicationKind::WalkIn, now).await;
    let applied = insert_received(&clinic, ApplicationKind::Application, now).await;
    let later = insert_received(&clinic, ApplicationKind::Application, now).await;
    for (id, hours) in [(walk_in, 90), (applied, 3), (later, 6)] {
        let at = now + TimeDelta::hours(hours);
        release(&clinic, id, Phase::Before, 1, at - TimeDelta::hours(1)).await;
        release(&clinic, id, Phase::After, 1, at).await;
    }
    let found = find(&clinic, 0, factory::always()).await.total;
    assert_eq!(found.analyses, 6);
    assert_eq!(found.median_hours, Some(4.5), "from the application to its last release, of two of three");
    assert_eq!((found.mean_before, found.mean_after, found.mean_change), (Some(50.0), Some(50.0), Some(0.0)));
}

#[tokio::test]
async fn analyses_are_grouped_by_who_scored() {
    let clinic = Clinic::new().await;
    let id = insert_received(&clinic, ApplicationKind::Application, factory::now()).await;
    release(&clinic, id, Phase::Before, 2, factory::now()).await;
    let unnamed = clinic.insert_analysis(id, Phase::After).await;
    assert!(clinic.score(unnamed, 1).await);
    sqlx::query("update tcis set analysis_expert_id = null where id = $1")
        .bind(unnamed.get())
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("nobody is named");
    clinic.release(id, unnamed).await.expect("released");
    let found = find(&clinic, 0, factory::always()).await;
    let analysts: Vec<_> = found
        .analysts
        .iter()
        .map(|(expert, statistics)| (expert.as_ref().map(|one| one.id), statistics.analyses))
        .collect();
    assert_eq!(analysts.len(), 2);
    assert!(analysts.contains(&(Some(clinic.staff), 1)) && analysts.contains(&(None, 1)), "{analysts:?}");
}
