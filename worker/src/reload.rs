//! Another version is taken up while jobs wait and photos are read: the queue, the database and the networks together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use model::{Analyzer, WeightsSource};
use queue::{NewJob, Queue, Registry as Handlers, Runner, Settings, Transport};
use registry::ModelRegistry;
use runtime::SystemClock;
use testing::{Database, PrivateRedis, factory};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::deployed::Deployed;
use crate::deployed::tests::{jpeg, publish, store};
use crate::read_picture::ReadPicture;

/// Photos that come at a time.
const AT_A_TIME: usize = 8;

/// Some more photos of a patient, each with its job.
async fn come(database: &Database, bytes: &Bytes) {
    let db = database.tenant();
    for _ in 0..AT_A_TIME {
        let tci = factory::tci(&db, database.first.patient, factory::now()).await;
        let picture = tci.picture.expect("a picture").id;
        let mut tx = db.begin().await.expect("a transaction");
        let found = db::pictures::find(&mut tx, picture).await.expect("an answer").expect("it is there");
        store().put(found.object_key.as_str(), "image/jpeg", bytes.clone()).await.expect("stored");
        let job = NewJob::new(Queue::Inference, "read_picture", picture.get());
        queue::enqueue(&mut tx, &job).await.expect("enqueued");
        tx.commit().await.expect("committed");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promotion_under_load_loses_no_job() {
    let (database, redis) = (Database::create().await, PrivateRedis::start().await);
    let registry = ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()));
    let analyzer = Arc::new(Analyzer::start(WeightsSource::Embedded, 2, 4).expect("the networks"));
    let own = analyzer.version();
    let mut deployed = Deployed::new(registry.clone(), Arc::clone(&analyzer));
    let read = ReadPicture {
        analyzer: Arc::clone(&analyzer),
        candidate: deployed.candidate(),
        store: store(),
        clock: SystemClock::shared(),
    };
    let handlers = Handlers::new().with(Queue::Inference, "read_picture", Duration::from_secs(30), read);
    let transport = Transport::connect(&redis.url(), Settings::default()).await.expect("Redis");
    let stop = CancellationToken::new();
    let runner = Runner::new(database.db.clone(), transport, Settings::default(), handlers);
    let running = tokio::spawn(runner.concurrency(Queue::Inference, 3).run(stop.clone()));
    publish(&registry, "next").await;
    registry.promote("next", DateTime::<Utc>::UNIX_EPOCH).await.expect("promoted");

    // photos come before it, all the while, and after it
    let (bytes, swapped) = (Bytes::from(jpeg()), AtomicBool::new(false));
    let mut owner = database.superuser().await;
    let results = "select count(*) from results";
    come(&database, &bytes).await;
    while sqlx::query_scalar::<_, i64>(results).fetch_one(&mut owner).await.expect("a count") == 0 {
        sleep(Duration::from_millis(20)).await;
    }
    let swap = async {
        deployed.look().await;
        swapped.store(true, Ordering::SeqCst);
    };
    let load = async {
        let mut come_before = AT_A_TIME;
        while !swapped.load(Ordering::SeqCst) {
            come(&database, &bytes).await;
            come_before += AT_A_TIME;
        }
        come(&database, &bytes).await;
        come_before + AT_A_TIME
    };
    let ((), photos) = tokio::join!(swap, load);
    assert_eq!(analyzer.version(), "next");

    let unfinished = "select count(*) from jobs where state in ('queued', 'running')";
    let finished = async {
        while sqlx::query_scalar::<_, i64>(unfinished).fetch_one(&mut owner).await.expect("a count") > 0 {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_mins(1), finished).await.expect("all jobs end");
    stop.cancel();
    running.await.expect("the runner").expect("ends well");
    let begun: Vec<(String, i16, i64)> =
        sqlx::query_as("select state, attempts, count(*) from jobs group by state, attempts")
            .fetch_all(&mut owner)
            .await
            .expect("the jobs");
    assert_eq!(begun, [("done".to_owned(), 1, i64::try_from(photos).expect("a few"))], "each was done at once");
    let read: Vec<(String, i64)> =
        sqlx::query_as("select model_version, count(*) from results group by model_version order by model_version")
            .fetch_all(&mut owner)
            .await
            .expect("the results");
    let mut versions = ["next".to_owned(), own];
    versions.sort();
    assert!(read.iter().map(|(version, _)| version).eq(&versions), "both versions read some: {read:?}");
    assert_eq!(read.iter().map(|(_, count)| count).sum::<i64>(), i64::try_from(photos).expect("a few"));
}
