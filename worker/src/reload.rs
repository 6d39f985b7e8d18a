//! Deploys another version while jobs wait and photos are read, with the real queue, database and network.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use model::{Analyzer, WeightsSource};
use queue::jobs::ReadPicture;
use queue::{JobHandlers, Queue, Runner, Settings, Transport};
use registry::ModelRegistry;
use runtime::SystemClock;
use sqlx::PgConnection;
use testing::{Database, PrivateRedis, eventually, factory, store};
use tokio_util::sync::CancellationToken;

use crate::model_version::ModelUpdater;
use crate::model_version::tests::{jpeg, publish};
use crate::read_picture::{self, PhotoContext};

/// The number of photos that are added at a time.
const BATCH_SIZE: usize = 8;

/// Adds photos of a patient, each with its job.
async fn add_photos(database: &Database, bytes: &Bytes) {
    let db = database.tenant();
    for _ in 0..BATCH_SIZE {
        let tci = factory::tci(&db, database.first.patient, factory::now()).await;
        let picture = tci.picture.expect("a picture").id;
        let mut tx = db.begin().await.expect("a transaction");
        let found = db::pictures::find(&mut tx, picture).await.expect("a result").expect("it is there");
        store().put(found.object_key.as_str(), "image/jpeg", bytes.clone()).await.expect("stored");
        queue::enqueue(&mut tx, ReadPicture { picture_id: picture }).await.expect("enqueued");
        tx.commit().await.expect("committed");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn promotion_under_load_loses_no_job() {
    let (database, redis) = (Database::create().await, PrivateRedis::start().await);
    let registry = ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()));
    let analyzer = Arc::new(Analyzer::start(WeightsSource::Embedded, 2, 4).expect("the networks"));
    let own = analyzer.version();
    let mut updater = ModelUpdater::new(registry.clone(), Arc::clone(&analyzer));
    let context = PhotoContext {
        analyzer: Arc::clone(&analyzer),
        candidate: updater.candidate(),
        store: store(),
        clock: SystemClock::shared(),
    };
    let handlers = JobHandlers::new().handle(&Arc::new(context), read_picture::run);
    let transport = Transport::connect(&redis.url(), Settings::default()).await.expect("Redis");
    let stop = CancellationToken::new();
    let runner = Runner::new(database.db.clone(), transport, Settings::default(), handlers);
    let running = tokio::spawn(runner.concurrency(Queue::Inference, 3).run(stop.clone()));
    publish(&registry, "next").await;
    registry.promote("next", DateTime::<Utc>::UNIX_EPOCH).await.expect("promoted");

    // photos are added before, during and after the deployment
    let (bytes, swapped) = (Bytes::from(jpeg()), AtomicBool::new(false));
    let mut owner = database.superuser().await;
    let results = "select count(*) from results";
    add_photos(&database, &bytes).await;
    eventually("a result", Duration::from_mins(1), async || {
        sqlx::query_scalar::<_, i64>(results).fetch_one(&mut owner).await.expect("a count") > 0
    })
    .await;
    let swap = async {
        updater.update().await;
        swapped.store(true, Ordering::SeqCst);
    };
    let load = async {
        let mut added = BATCH_SIZE;
        while !swapped.load(Ordering::SeqCst) {
            add_photos(&database, &bytes).await;
            added += BATCH_SIZE;
        }
        add_photos(&database, &bytes).await;
        added + BATCH_SIZE
    };
    let ((), photos) = tokio::join!(swap, load);
    assert_eq!(analyzer.version(), "next");

    let unfinished = "select count(*) from jobs where state in ('queued', 'running')";
    eventually("the end of all jobs", Duration::from_mins(1), async || {
        sqlx::query_scalar::<_, i64>(unfinished).fetch_one(&mut owner).await.expect("a count") == 0
    })
    .await;
    stop.cancel();
    running.await.expect("no panic");
    let photos = i64::try_from(photos).expect("a few");
    assert_each_read_once(&mut owner, photos, ["next".to_owned(), own]).await;
}

/// Checks that every photo was read at the first attempt, and that each version read some.
async fn assert_each_read_once(owner: &mut PgConnection, photos: i64, mut versions: [String; 2]) {
    let ended: Vec<(String, i16, i64)> =
        sqlx::query_as("select state, attempts, count(*) from jobs group by state, attempts")
            .fetch_all(&mut *owner)
            .await
            .expect("the jobs");
    assert_eq!(ended, [("done".to_owned(), 1, photos)]);
    let read: Vec<(String, i64)> =
        sqlx::query_as("select model_version, count(*) from results group by model_version order by model_version")
            .fetch_all(owner)
            .await
            .expect("the results");
    versions.sort();
    assert!(read.iter().map(|(version, _)| version).eq(&versions), "{read:?}");
    assert_eq!(read.iter().map(|(_, count)| count).sum::<i64>(), photos);
}
