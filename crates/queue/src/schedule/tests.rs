use super::*;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).expect("a time")
}

#[test]
fn next_hour_is_full_and_later() {
    assert_eq!(Period::Hourly.next(at(1_760_000_400)).timestamp() % 3_600, 0);
    assert_eq!(Period::Hourly.next(at(7_200)), at(10_800));
    assert_eq!(Period::Hourly.next(at(10_799)), at(10_800));
    assert_eq!(Period::Minutes(5).next(at(7_201)), at(7_500));
}

#[test]
fn day_is_compared_after_its_end_in_korea() {
    // 2025-10-09 08:53:20 UTC
    let run = Schedule::CompareDay.period().next(at(1_760_000_000));
    assert_eq!(run.to_rfc3339(), "2025-10-09T15:30:00+00:00");
    assert_eq!(korean_day(run).to_string(), "2025-10-10", "the day before it is compared");
    let run = Schedule::CompareSettlements.period().next(at(1_760_000_000));
    assert_eq!(
        (run.to_rfc3339().as_str(), korean_day(run).to_string().as_str()),
        ("2025-10-10T00:00:00+00:00", "2025-10-10")
    );
}

#[test]
fn jobs_of_hotels_run_at_their_hours_in_korea() {
    // 17:53:20 in Korea
    let now = at(1_760_000_000);
    for (schedule, next) in [
        (Schedule::CheckSilentSensors, "2025-10-09 18:00:00"),
        (Schedule::ReportEnvironment, "2025-10-10 01:00:00"),
        (Schedule::CheckAccessLog, "2025-10-10 02:00:00"),
        (Schedule::FoldReadingDays, "2025-10-10 03:00:00"),
    ] {
        let at = domain::calendar::korean_clock(schedule.period().next(now));
        assert_eq!(at.to_string(), next, "{}", schedule.kind());
    }
}

#[test]
fn next_time_is_a_full_second() {
    let almost = at(7_199) + TimeDelta::milliseconds(999);
    assert_eq!((Period::Hourly.next(almost), Period::Hourly.last(almost)), (at(7_200), at(3_600)));
    let just_after = at(7_200) + TimeDelta::milliseconds(1);
    assert_eq!((Period::Hourly.next(just_after), Period::Hourly.last(just_after)), (at(10_800), at(7_200)));
}

#[test]
fn times_of_a_period_are_its_length_apart() {
    let periods = Schedule::ALL.map(Schedule::period);
    for seconds in (1_760_000_000..1_760_200_000).step_by(997) {
        for period in periods {
            let (last, next) = (period.last(at(seconds)), period.next(at(seconds)));
            assert!(last <= at(seconds) && next > at(seconds), "{period:?} {seconds}");
            assert_eq!(
                (next - last, period.next(last), period.next(next)),
                (period.length(), next, next + period.length())
            );
        }
    }
}

#[test]
fn daily_time_is_of_koreas_clock() {
    // one second before, at, and after half past midnight in Korea
    for (seconds, next) in
        [(1_760_023_799, 1_760_023_800), (1_760_023_800, 1_760_110_200), (1_760_023_801, 1_760_110_200)]
    {
        assert_eq!(Period::Daily(30).next(at(seconds)), at(next), "{seconds}");
    }
    assert_eq!(domain::calendar::korean_clock(at(1_760_023_800)).to_string(), "2025-10-10 00:30:00");
}

#[test]
fn daily_job_is_unique_by_day() {
    let noon = at(1_760_000_000);
    for schedule in Schedule::ALL {
        let is_of_day = schedule.unique_key(noon) != schedule.unique_key(noon + TimeDelta::days(1));
        assert_eq!(is_of_day, matches!(schedule.period(), Period::Daily(_)), "{}", schedule.kind());
        assert_eq!(schedule.unique_key(noon), schedule.unique_key(noon + TimeDelta::hours(6)), "the same day in Korea");
    }
}

#[test]
fn schedule_serves_the_kind_it_is_for() {
    for schedule in Schedule::ALL {
        let serves = [TenantKind::Dental, TenantKind::Hotel].map(|kind| schedule.serves(kind));
        let is_of_hotels = ["sensor", "reading", "environment"].into_iter().any(|part| schedule.kind().contains(part));
        let is_of_all = matches!(schedule, Schedule::Sweep | Schedule::CheckAccessLog);
        let expected = [is_of_all || !is_of_hotels, is_of_all || is_of_hotels];
        assert_eq!(serves, expected, "{}", schedule.kind());
    }
}

#[test]
fn schedule_name_parses_back() {
    for schedule in Schedule::ALL {
        assert_eq!(Schedule::from_name(schedule.kind()), Some(schedule));
    }
    assert_eq!(Schedule::from_name("read_picture"), None);
}
