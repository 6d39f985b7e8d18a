//! `model list`, `promote`, `rollback` and `shadow`: the registry in object storage.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use blob::{S3Config, Store};
use registry::{ModelRegistry, Pointer, Release, Shadow};
use runtime::config::Env;
use runtime::{Clock as _, SystemClock};

use super::weights::BUILT_IN;

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
    /// A folder of weights, which is published first, or the name of a published version.
    version: String,
    /// Deploy a version that was not measured, or is worse than the deployed one, and say why.
    #[arg(long, value_name = "REASON")]
    force: Option<String>,
    /// Only publish the folder; deploy nothing.
    #[arg(long)]
    publish_only: bool,
}

/// Options of `model shadow`.
#[derive(clap::Args)]
pub struct ShadowArgs {
    /// A folder of weights, or the name of a published version; none ends the shadow run.
    version: Option<String>,
    /// Share of the photos that the candidate reads in addition to the deployed version, above 0 up to 1.
    #[arg(long, default_value_t = 0.1)]
    share: f64,
}

/// Opens the bucket of the environment.
pub fn store(env: &Env) -> Result<Store> {
    let hint =
        "the registry is the bucket of S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY";
    let config = || -> Result<S3Config, runtime::config::ConfigError> {
        let endpoint = env.party_url("S3_ENDPOINT")?;
        Ok(S3Config {
            // no URL is signed for browsers here
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

/// Opens the registry of the environment.
pub fn open() -> Result<ModelRegistry> {
    Ok(ModelRegistry::new(store(&Env::from_process()?)?))
}

/// Prints the published versions, the deployed one and the previous ones.
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
        let share =
            shadow.map(|shadow| format!("shadow, {:.0} % of the photos", shadow.share * 100.)).unwrap_or_default();
        println!("{version:32} {}{share}", mark(Some(version)));
    }
    for past in pointer.history.iter().rev().take(10) {
        println!("until {}  {}", past.until.format("%Y-%m-%d %H:%M"), past.version.as_deref().unwrap_or(BUILT_IN));
    }
    Ok(())
}

/// Publishes a folder and returns the version's name.
async fn publish_folder(registry: &ModelRegistry, version: &str) -> Result<String> {
    let dir = PathBuf::from(version);
    if !dir.is_dir() {
        return Ok(version.to_owned());
    }
    let release = open_folder(&dir).await.with_context(|| format!("{} is not published", dir.display()))?;
    let name = registry.publish(&release).await?;
    println!("{name} is published");
    Ok(name)
}

async fn open_folder(dir: &Path) -> Result<Release> {
    let dir = dir.to_owned();
    Ok(tokio::task::spawn_blocking(move || Release::from_dir(&dir)).await??)
}

/// Publishes and deploys a version.
pub async fn run_promote(args: &Promote) -> Result<()> {
    let registry = open()?;
    let name = publish_folder(&registry, &args.version).await?;
    if !args.publish_only {
        match (registry.find_regression(&name).await?, &args.force) {
            (Some(why), None) => bail!("{name} is not deployed: {why}; --force REASON overrides this"),
            (Some(why), Some(reason)) => println!("{name} is deployed although {why}: {reason}"),
            (None, _) => {}
        }
        print_pointer(&registry.promote(&name, SystemClock.now()).await?);
    }
    Ok(())
}

/// Deploys the previously deployed version.
pub async fn run_rollback() -> Result<()> {
    print_pointer(&open()?.roll_back(SystemClock.now()).await?);
    Ok(())
}

/// Starts or ends the shadow run of a candidate.
pub async fn run_shadow(args: &ShadowArgs) -> Result<()> {
    ensure!(args.share > 0. && args.share <= 1., "--share is {}; above 0 up to 1 is expected", args.share);
    let registry = open()?;
    let shadow = match &args.version {
        Some(version) => Some(Shadow { version: publish_folder(&registry, version).await?, share: args.share }),
        None => None,
    };
    match registry.shadow(shadow).await?.shadow {
        Some(shadow) => {
            println!(
                "{} reads {:.0} % of the photos as a shadow of the deployed version",
                shadow.version,
                shadow.share * 100.
            );
        }
        None => println!("no candidate runs as a shadow"),
    }
    Ok(())
}

fn print_pointer(pointer: &Pointer) {
    let version = pointer.version.as_deref().unwrap_or(BUILT_IN);
    println!("{version} is deployed: workers check it and switch to it within 10 s; one that cannot logs why");
}
