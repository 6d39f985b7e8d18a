//! Changes of the deployed version that operators request.

use chrono::{DateTime, TimeDelta, Utc};
use db::model_changes::{self, NewModelChange};
use db::operators::{self, NewOperator};
use domain::model_registry::{ModelAction, ModelChangeState, RegistryState, ShadowRun};
use domain::{LoginUserId, Name, OperatorId, OperatorRole, PasswordHash};
use testing::{Database, factory};

async fn operator(database: &Database) -> OperatorId {
    let new = NewOperator {
        login_id: LoginUserId::parse("ops01").expect("a name"),
        password_hash: PasswordHash::new("x".to_owned()),
        name: Name::parse("운영자").expect("a name"),
        role: OperatorRole::Admin,
    };
    let mut conn = database.db.system().acquire().await.expect("a connection");
    operators::insert(&mut conn, &new, factory::now()).await.expect("inserted")
}

async fn insert_change(database: &Database, operator: OperatorId, version: &str) -> i64 {
    let new = NewModelChange {
        action: ModelAction::Promote,
        version: Some(version),
        share: None,
        forced: false,
        operator,
        reason: "측정이 더 좋음",
    };
    let mut conn = database.db.system().acquire().await.expect("a connection");
    model_changes::insert(&mut conn, &new, factory::now()).await.expect("inserted")
}

async fn claim(database: &Database, now: DateTime<Utc>) -> Option<i64> {
    let mut conn = database.db.system().acquire().await.expect("a connection");
    model_changes::claim(&mut conn, now).await.expect("a result").map(|change| change.id)
}

#[tokio::test]
async fn change_is_claimed_by_one_worker() {
    let database = Database::create().await;
    let (operator, now) = (operator(&database).await, factory::now());
    let (first, second) =
        (insert_change(&database, operator, "one").await, insert_change(&database, operator, "two").await);
    let mut claimed = <[_; 3]>::from(tokio::join!(claim(&database, now), claim(&database, now), claim(&database, now)));
    claimed.sort();
    assert_eq!(claimed, [None, Some(first), Some(second)]);
    assert_eq!(claim(&database, now + TimeDelta::minutes(3)).await, None, "both are being worked on");
    let mut conn = database.db.system().acquire().await.expect("a connection");
    let state = ModelChangeState::Refused;
    model_changes::finish(&mut conn, first, state, Some("too few photos"), now).await.expect("ended");
    // its worker was killed
    assert_eq!(claim(&database, now + TimeDelta::minutes(4)).await, Some(second));
    let (late, detail) = (now + TimeDelta::minutes(5), "x".repeat(1_500));
    model_changes::finish(&mut conn, second, ModelChangeState::Failed, Some(&detail), late).await.expect("ended");
    model_changes::finish(&mut conn, second, ModelChangeState::Done, None, late).await.expect("no row");
    let listed = model_changes::list(&mut conn, 9).await.expect("a list");
    let states: Vec<_> = listed.iter().map(|change| (change.id, change.state, change.finished_at)).collect();
    let ended = [(second, ModelChangeState::Failed, Some(late)), (first, ModelChangeState::Refused, Some(now))];
    assert_eq!(states, ended, "the first end counts");
    assert_eq!(listed[0].detail.as_ref().map(String::len), Some(1_000));
    assert_eq!((listed[1].operator, listed[1].version.as_deref()), (operator, Some("one")));
    assert_eq!(model_changes::list(&mut conn, 1).await.expect("a list").len(), 1);
}

#[tokio::test]
async fn registry_is_kept_as_read_last() {
    let database = Database::create().await;
    let mut conn = database.db.system().acquire().await.expect("a connection");
    assert_eq!(model_changes::find_registry(&mut conn).await.expect("a result"), None);
    let mut state = RegistryState {
        deployed: Some("two".to_owned()),
        since: Some(factory::now()),
        former: vec![None, Some("one".to_owned())],
        shadow: Some(ShadowRun { version: "three".to_owned(), share: 0.25 }),
        versions: Vec::new(),
    };
    for minutes in [1, 2] {
        let now = factory::now() + TimeDelta::minutes(minutes);
        state.shadow = state.shadow.take().filter(|_| minutes == 1);
        model_changes::set_registry(&mut conn, &state, now).await.expect("set");
        let found = model_changes::find_registry(&mut conn).await.expect("a result");
        assert_eq!(found, Some((state.clone(), now)));
    }
}
