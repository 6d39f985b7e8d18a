//! The commands that need object storage and the database.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use blob::{S3Config, Store};
use db::access_log::{self, Action};
use db::agreements::{self, Agreement};
use db::consents::{self, NewConsent};
use db::tcis::clinic::Attributes;
use db::training;
use domain::{ApplicationKind, ConsentKind, Phase, Scores};
use image::ImageFormat;
use model::synth::{Options, photo};
use runtime::{Clock as _, SystemClock};
use sandbox::object_store::{AccessKey, BUCKET, REGION, router};
use serde_json::{Value, json};
use tempfile::TempDir;
use testing::{Clinic, factory};

use crate::commands::{stderr, stdout};

/// An object store of the test's own: the registry's pointer is one for all of a bucket.
struct Servers {
    dir: TempDir,
    endpoint: String,
    database: Option<String>,
}

impl Servers {
    async fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let keys = AccessKey { id: "key".to_owned(), secret: "secret".to_owned() };
        let store = router(&dir.path().join("objects"), &keys).unwrap();
        let listener = tokio::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, store).await.unwrap() });
        Self { dir, endpoint, database: None }
    }

    fn store(&self) -> Store {
        Store::connect(&S3Config {
            endpoint: self.endpoint.parse().unwrap(),
            public_url: self.endpoint.parse().unwrap(),
            region: REGION.to_owned(),
            bucket: BUCKET.to_owned(),
            access_key_id: "key".to_owned(),
            secret_access_key: "secret".to_owned().into(),
        })
    }

    /// Runs a command that uses the servers.
    async fn model(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_model"));
        command.current_dir(self.dir.path()).args(args).env("HYEOBOM_ENVIRONMENT", "local");
        command.env("S3_ENDPOINT", &self.endpoint).env("S3_REGION", REGION).env("S3_BUCKET", BUCKET);
        command.env("S3_ACCESS_KEY_ID", "key").env("S3_SECRET_ACCESS_KEY", "secret").env_remove("DATABASE_URL");
        if let Some(url) = &self.database {
            command.env("DATABASE_URL", url);
        }
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
    }

    async fn output_of(&self, args: &[&str]) -> String {
        stdout(&self.model(args).await)
    }

    /// The built-in weights under another name, as a folder.
    fn weights(&self, version: &str) {
        let (from, to) =
            (Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/weights"), self.dir.path().join(version));
        fs::create_dir(&to).unwrap();
        for name in ["config.json", "model.safetensors", "README.md"] {
            fs::copy(from.join(name), to.join(name)).unwrap();
        }
        let mut manifest: Value = serde_json::from_slice(&fs::read(from.join("manifest.json")).unwrap()).unwrap();
        manifest["version"] = version.into();
        manifest["evaluation"]["version"] = version.into();
        fs::write(to.join("manifest.json"), manifest.to_string()).unwrap();
    }

    async fn deployed(&self) -> Value {
        let printed: Value = serde_json::from_str(&self.output_of(&["list", "--json"]).await).unwrap();
        printed["deployed"]["version"].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn version_is_promoted_shadowed_and_rolled_back() {
    let servers = Servers::new().await;
    assert!(servers.output_of(&["list"]).await.contains("built-in                         deployed"));
    assert!(stderr(&servers.model(&["rollback"]).await).contains("nothing"), "nothing was deployed before");
    servers.weights("one");
    servers.weights("two");
    assert!(servers.output_of(&["promote", "one", "--publish-only"]).await.contains("one is published"));
    assert_eq!(servers.deployed().await, Value::Null);
    fs::remove_dir_all(servers.dir.path().join("one")).unwrap();
    assert!(servers.output_of(&["promote", "one"]).await.contains("one is deployed"), "by its name");
    assert!(servers.output_of(&["promote", "two"]).await.contains("two is deployed"));
    fs::remove_dir_all(servers.dir.path().join("two")).unwrap();
    assert!(servers.output_of(&["shadow", "one", "--share", "0.25"]).await.contains("one reads 25 %"));
    let list = servers.output_of(&["list"]).await;
    let line = |name: &str| list.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("one").ends_with("shadow, 25 % of the photos") && line("two").ends_with("deployed"), "{list}");
    // wherever weights are named
    for (name, version) in [("deployed", "two"), ("one", "one")] {
        let card = servers.output_of(&["card", "--weights", name]).await;
        assert!(card.contains(&format!("# {version}")), "{card}");
    }
    assert!(servers.output_of(&["rollback"]).await.contains("one is deployed"));
    assert_eq!(servers.deployed().await, "one");
    assert!(servers.output_of(&["shadow"]).await.contains("no candidate"));
    let unknown = stderr(&servers.model(&["predict", "--weights", "three", "a.jpg"]).await);
    assert!(unknown.contains("three is no folder, and cannot be fetched as a published version"), "{unknown}");
    let away = Command::new(env!("CARGO_BIN_EXE_model")).args(["card", "--weights", "deployed"]).env_clear().output();
    assert!(stderr(&away.unwrap()).contains("HYEOBOM_ENVIRONMENT"), "what is missing is named");
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_version_is_not_promoted() {
    let servers = Servers::new().await;
    servers.weights("torn");
    let file = servers.dir.path().join("torn/model.safetensors");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let refused = stderr(&servers.model(&["promote", "torn"]).await);
    assert!(refused.contains("torn is not published") && refused.contains("not those that it names"), "{refused}");
    assert_eq!(servers.deployed().await, Value::Null);
}

type Change = dyn Fn(&mut Value);

#[tokio::test(flavor = "multi_thread")]
async fn unmeasured_or_worse_version_needs_force() {
    let servers = Servers::new().await;
    servers.weights("worse");
    let file = servers.dir.path().join("worse/manifest.json");
    let sound: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let write = |change: &dyn Fn(&mut Value)| {
        let mut manifest = sound.clone();
        change(&mut manifest);
        fs::write(&file, manifest.to_string()).unwrap();
    };
    let refusals: [(&Change, &str); 3] = [
        (&|manifest| manifest["evaluation"] = Value::Null, "no recorded evaluation"),
        (&|manifest| manifest["evaluation"]["data_hash"] = "other".into(), "other photos"),
        (&|manifest| manifest["evaluation"]["sources"]["all"]["iou"]["value"] = 0.5.into(), "outlines are worse"),
    ];
    for (change, expected) in refusals {
        write(change);
        let refused = stderr(&servers.model(&["promote", "worse"]).await);
        assert!(refused.contains(expected), "{refused}");
        assert_eq!(servers.deployed().await, Value::Null);
    }
    let forced = servers.output_of(&["promote", "worse", "--force", "a trial at one clinic"]).await;
    assert!(forced.contains("a trial at one clinic"), "{forced}");
    assert_eq!(servers.deployed().await, "worse");
}

#[tokio::test(flavor = "multi_thread")]
async fn export_needs_consent_and_hides_names() {
    let (mut servers, clinic) = (Servers::new().await, Clinic::new().await);
    servers.database = Some(clinic.database.url.clone());
    let (patient_id, now) = (clinic.database.first.patient, factory::now());
    let id = clinic.application(ApplicationKind::Application, now).await;
    clinic.receive(id).await;
    for (phase, from_ai) in [(Phase::Before, true), (Phase::After, false)] {
        let tci = clinic.insert_analysis(id, phase).await;
        let scored = Attributes { scores: Scores::from_numbers(&[2_u8; 9]), from_ai, ..Attributes::default() };
        assert!(clinic.save(tci, 1, &scored).await);
        clinic.release(id, tci).await.expect("released");
    }
    assert!(servers.output_of(&["export", "before"]).await.contains("0 photos"), "nobody consented");
    let mut conn = clinic.db.acquire().await.unwrap();
    for kind in [ConsentKind::Training, ConsentKind::Health] {
        let consent = NewConsent { patient_id, kind, recipient: None, version: now.date_naive(), client_address: None };
        consents::insert(&mut conn, &consent, now).await.unwrap();
    }
    // as large as the factory's pictures are said to be
    let options = Options { width: factory::size().width(), height: factory::size().height(), ..Options::default() };
    let mut bytes = std::io::Cursor::new(Vec::new());
    photo(1, &options).0.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    let photos = training::list(&mut conn, 0, 10).await.unwrap();
    drop(conn);
    let [first, _] = &photos[..] else { panic!("two photos") };
    // the other one's file is gone
    servers.store().put(first.object_key.as_str(), "image/jpeg", bytes.into_inner().into()).await.unwrap();
    let now_of_export = SystemClock.now();
    let printed = servers.output_of(&["export", "data"]).await;
    assert!(
        printed
            .contains("1 photos, 0 with an outline that an expert corrected, 1 with scores that started from the AI's"),
        "{printed}"
    );
    assert!(printed.contains("1 left out"), "{printed}");
    let mut conn = clinic.db.acquire().await.unwrap();
    let day = Duration::from_hours(24);
    let logged = access_log::list_operators(&mut conn, now_of_export - day..now_of_export + day, 10).await.unwrap();
    drop(conn);
    let [row] = &logged[..] else { panic!("one row: {logged:?}") };
    assert_eq!((row.action, row.what.as_str(), row.patients), (Action::TrainingExported, "model export", 1));
    let check = servers.output_of(&["data", "check", "data"]).await;
    assert!(check.contains("clinics"), "it can be trained with: {check}");
    let read = |name: &str| fs::read_to_string(servers.dir.path().join("data").join(name)).unwrap();
    let scores = read("scores.csv");
    assert!(scores.lines().nth(1).unwrap().ends_with(",2,2,2,2,2,2,2,2,2"), "{scores}");
    let row = read("photos.csv").lines().nth(1).unwrap().to_owned();
    assert!(!row.contains(first.object_key.as_str()) && row.len() > 32, "hashed names: {row}");
    assert!(read("README.md").contains("For 1 photos the expert started from the scores of the deployed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn agreement_is_shown_by_clinic() {
    let (mut servers, clinic) = (Servers::new().await, Clinic::new().await);
    servers.database = Some(clinic.database.url.clone());
    assert!(servers.output_of(&["agreement"]).await.contains("first: nothing compared yet"));
    let measured = Agreement {
        institution_id: clinic.database.first.institutions[0],
        model_version: "one".to_owned(),
        day: factory::now().date_naive(),
        photos: 4,
        exact: 0.5,
        kappa: 0.75,
        kappa_interval: [0.5, 0.875],
        from_ai: 3,
        kappa_unaided: Some(0.25),
        index_error: 5.5,
        model_cells: [9, 18, 9],
        expert_cells: [18, 9, 9],
        confidence: 0.875,
        tongue_share: 0.25,
        shorter_side: 768.0,
        brightness: None,
        sharpness: None,
    };
    let mut conn = clinic.db.acquire().await.unwrap();
    agreements::upsert(&mut conn, &measured, factory::now()).await.unwrap();
    drop(conn);
    let printed = servers.output_of(&["agreement"]).await;
    assert!(printed.contains("4 photos, kappa 0.750 [0.500, 0.875], exact 50 %, index 5.5 points"), "{printed}");
    assert!(
        printed.contains("3 of them started from the AI's scores, which raises agreement; kappa of the others 0.250")
    );
    let json: Value = serde_json::from_str(&servers.output_of(&["agreement", "--json"]).await).unwrap();
    let one = json.as_array().unwrap().iter().find(|one| one["tenant"] == "first").unwrap();
    assert_eq!((&one["agreements"][0]["fromAi"], &one["candidates"]), (&json!(3), &json!([])));
}
