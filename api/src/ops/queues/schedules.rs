//! `GET /ops/schedules`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use queue::Period;
use queue::admin::{ScheduleState, list_schedules};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadQueues;
use crate::problem::{OperatorProblems, Problem};

/// When a scheduled job runs.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScheduleWords {
    /// `every_minutes`, `hourly` or `daily`.
    key: &'static str,
    /// The minutes of `every_minutes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes: Option<i64>,
    /// The time of `daily`, in Korea.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "00:30")]
    time: Option<String>,
}

impl From<Period> for ScheduleWords {
    fn from(period: Period) -> Self {
        match period {
            Period::Minutes(minutes) => Self { key: "every_minutes", minutes: Some(minutes), time: None },
            Period::Hourly => Self { key: "hourly", minutes: None, time: None },
            Period::Daily(minutes) => {
                let time = format!("{:02}:{:02}", minutes / 60, minutes % 60);
                Self { key: "daily", minutes: None, time: Some(time) }
            }
        }
    }
}

/// A scheduled job. It runs for every tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Schedule)]
pub struct ScheduleBody {
    /// Its name: the kind of its jobs.
    name: &'static str,
    /// Their queue.
    queue: &'static str,
    /// Its schedule.
    words: ScheduleWords,
    /// When it runs next.
    next: DateTime<Utc>,
    /// When its last job ended.
    #[schema(required)]
    last: Option<DateTime<Utc>>,
    /// The result of its last job: `done`, `dead` or `canceled`.
    #[schema(required)]
    last_outcome: Option<String>,
    /// Its last job.
    #[schema(required)]
    last_job_id: Option<i64>,
}

impl From<ScheduleState> for ScheduleBody {
    fn from(state: ScheduleState) -> Self {
        Self {
            name: state.schedule.kind(),
            queue: state.schedule.queue().as_str(),
            words: state.schedule.period().into(),
            next: state.next,
            last: state.last,
            last_outcome: state.last_outcome,
            last_job_id: state.last_job_id,
        }
    }
}

/// The scheduled jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct SchedulesResponse {
    /// All of them.
    schedules: Vec<ScheduleBody>,
}

/// The scheduled jobs.
#[utoipa::path(
    get, path = "/ops/schedules", tag = "ops-queues", operation_id = "listSchedules", security(("operator" = [])),
    responses(
        (status = 200, body = SchedulesResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
) -> Result<Json<SchedulesResponse>, Problem> {
    let mut conn = app.databases.system().acquire().await?;
    let schedules = list_schedules(&mut conn, app.clock.now()).await?;
    Ok(Json(SchedulesResponse { schedules: schedules.into_iter().map(ScheduleBody::from).collect() }))
}
