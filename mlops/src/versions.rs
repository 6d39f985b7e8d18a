//! `model list`, `promote`, `rollback` and `shadow`: the registry in object storage.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use blob::{S3Config, Store};
use registry::{Pointer, Registry, Release, Shadow};
use runtime::config::Env;
use runtime::{Clock as _, SystemClock};

use crate::weights::BUILT_IN;

/// Options of `model list`.
#[derive(clap::Args)]
pub struct List {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Options of `model promote`.
#[derive(clap::Args)]
pub struct Promote {
    /// A directory of weights, which is published first, or the name of a version that was published.
    version: String,
    /// Only publish the directory; deploy nothing.
    #[arg(long)]
    publish_only: bool,
}

/// Options of `model shadow`.
#[derive(clap::Args)]
pub struct ShadowArgs {
    /// A directory of weights, or the name of a version that was published; none ends the comparison.
    version: Option<String>,
    /// Share of the photos that it reads beside the deployed version, above 0 up to 1.
    #[arg(long, default_value_t = 0.1)]
    share: f64,
}

/// The bucket that the environment names.
pub fn store(env: &Env) -> Result<Store> {
    let hint =
        "the registry is the bucket of S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY";
    let config = || -> Result<S3Config, runtime::config::ConfigError> {
        let endpoint = env.party_url("S3_ENDPOINT")?;
        Ok(S3Config {
            // nothing is signed for browsers here
            public_url: endpoint.clone(),
            endpoint,
            region: env.text("S3_REGION")?,
            bucket: env.text("S3_BUCKET")?,
            access_key_id: env.text("S3_ACCESS_KEY_ID")?,
            secret_access_key: env.secret("S3_SECRET_ACCESS_KEY")?,
        })
    };
    Ok(Store::connect(&config().context(hint)?))
}

/// The registry that the environment names.
pub fn open() -> Result<Registry> {
    Ok(Registry::new(store(&Env::from_process()?)?))
}

/// Shows what is published and deployed.
pub async fn run_list(args: &List) -> Result<()> {
    let registry = open()?;
    let (versions, pointer) = (registry.versions().await?, registry.pointer().await?);
    if args.json {
        println!("{}", serde_json::json!({ "versions": versions, "deployed": pointer }));
        return Ok(());
    }
    let mark = |name: Option<&str>| if pointer.version.as_deref() == name { "deployed" } else { "" };
    println!("{:32} {}", BUILT_IN, mark(None));
    for version in &versions {
        let shadow = pointer.shadow.as_ref().filter(|shadow| shadow.version == *version);
        let beside = shadow.map(|shadow| format!("reads beside it, {:.0} %", shadow.share * 100.)).unwrap_or_default();
        println!("{version:32} {}{beside}", mark(Some(version)));
    }
    for past in pointer.history.iter().rev().take(10) {
        println!("until {}  {}", past.until.format("%Y-%m-%d %H:%M"), past.version.as_deref().unwrap_or(BUILT_IN));
    }
    Ok(())
}

/// The name of a version; a directory is published first.
async fn published(registry: &Registry, version: &str) -> Result<String> {
    let dir = PathBuf::from(version);
    if !dir.is_dir() {
        return Ok(version.to_owned());
    }
    let release = tried(&dir).await.with_context(|| format!("{} is not published", dir.display()))?;
    let name = registry.publish(&release).await?;
    println!("{name} is published");
    Ok(name)
}

async fn tried(dir: &Path) -> Result<Release> {
    let dir = dir.to_owned();
    Ok(tokio::task::spawn_blocking(move || Release::of_dir(&dir)).await??)
}

/// Publishes and deploys.
pub async fn run_promote(args: &Promote) -> Result<()> {
    let registry = open()?;
    let name = published(&registry, &args.version).await?;
    if !args.publish_only {
        tell(&registry.promote(&name, SystemClock.now()).await?);
    }
    Ok(())
}

/// Deploys what was deployed before.
pub async fn run_rollback() -> Result<()> {
    tell(&open()?.roll_back(SystemClock.now()).await?);
    Ok(())
}

/// Begins or ends the comparison with a candidate.
pub async fn run_shadow(args: &ShadowArgs) -> Result<()> {
    ensure!(args.share > 0. && args.share <= 1., "--share is {}; above 0 up to 1 is expected", args.share);
    let registry = open()?;
    let shadow = match &args.version {
        Some(version) => Some(Shadow { version: published(&registry, version).await?, share: args.share }),
        None => None,
    };
    match registry.shadow(shadow).await?.shadow {
        Some(shadow) => {
            println!("{} reads {:.0} % of the photos beside the deployed version", shadow.version, shadow.share * 100.);
        }
        None => println!("no candidate reads beside the deployed version"),
    }
    Ok(())
}

fn tell(pointer: &Pointer) {
    let version = pointer.version.as_deref().unwrap_or(BUILT_IN);
    println!("{version} is deployed: workers try it and take it up within 10 s; one that cannot says so in its log");
}
