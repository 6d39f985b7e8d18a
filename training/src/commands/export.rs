//! `model export`: photos with released scores, as a training dataset.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ::training::dataset::{ExportFolder, ExportedPhoto};
use anyhow::{Context, Result, ensure};
use blob::Store;
use db::access_log::{self, Action};
use db::training::TrainingPhoto;
use db::{Database, DatabaseConfig, TenantDb, training};
use domain::PatientId;
use image::{GrayImage, RgbImage, imageops};
use model::{decode, mask};
use runtime::config::Env;
use runtime::{Random, SystemClock};
use secrecy::ExposeSecret as _;

use super::versions::store;

/// Photos per query.
const PAGE_SIZE: i64 = 100;
/// Maximum size of a downloaded file.
const MAX_PHOTO_BYTES: u64 = 20 << 20;
/// Longer side of an exported photo in pixels: more would show the person rather than the tongue.
const MAX_SIDE: u32 = 1024;
/// Margin around the tongue, relative to its longer side: the mouth, as the consent says, and not the eyes.
const MOUTH_MARGIN: f32 = 0.6;

/// Options of `model export`.
#[derive(clap::Args)]
pub struct Export {
    /// Output folder. It must not contain photos.
    out: PathBuf,
    /// Export only the tenant with this key.
    #[arg(long)]
    tenant: Option<String>,
}

/// Connects to the database of the environment, with the roles that worker and api use.
pub async fn connect(env: &Env) -> Result<Database> {
    let url = env.secret("DATABASE_URL").context("the database is that of DATABASE_URL")?;
    let url = url.expose_secret().to_owned();
    let config = DatabaseConfig { url, max_connections_per_tenant: 1, max_system_connections: 1 };
    Ok(Database::connect(&config).await?)
}

/// Returns all tenants, or the one with this key.
pub async fn tenants(database: &Database, only: Option<&str>) -> Result<Vec<(String, TenantDb)>> {
    let all = db::tenants::list(&mut database.system().acquire().await?).await?;
    let found: Vec<_> = all
        .into_iter()
        .filter(|tenant| only.is_none_or(|only| only == tenant.key))
        .map(|tenant| (tenant.key, database.tenant(tenant.id)))
        .collect();
    ensure!(!found.is_empty(), "there is no tenant {}", only.unwrap_or_default());
    Ok(found)
}

/// Pseudonyms: hashes with a key that is generated for this export and discarded, so that nobody can be identified.
struct Pseudonyms(String);

impl Pseudonyms {
    fn name(&self, tenant: &str, kind: &str, id: i64) -> String {
        use sha2::{Digest as _, Sha256};
        let hash = Sha256::digest(format!("{}/{tenant}/{kind}/{id}", self.0));
        hex::encode(&hash[..8])
    }
}

/// Writes photos, masks and scores.
pub async fn run(args: &Export) -> Result<()> {
    let env = Env::from_process()?;
    let (store, database) = (store(&env)?, connect(&env).await?);
    let mut folder = ExportFolder::create(&args.out)?;
    let pseudonyms = Pseudonyms(hex::encode(Random::secure().bytes::<32>()));
    let (mut counts, mut skipped) = (ExportCounts::default(), 0_u64);
    for (tenant, db) in tenants(&database, args.tenant.as_deref()).await? {
        let mut after = 0;
        loop {
            let photos = training::list(&mut db.acquire().await?, after, PAGE_SIZE).await?;
            let Some(last) = photos.last() else { break };
            after = last.picture;
            log_export(&db, &photos).await?;
            for photo in photos {
                // no connection is held while a file is downloaded; a consent withdrawn in the meantime applies to the
                // next export
                let Some((picture, mask)) = fetch_example(&store, &photo).await? else {
                    skipped += 1;
                    continue;
                };
                let group = pseudonyms.name(&tenant, "patient", photo.patient);
                let id = format!("{group}-{}", pseudonyms.name(&tenant, "picture", photo.picture));
                folder.add(&ExportedPhoto {
                    id: &id,
                    group: &group,
                    picture: &picture,
                    mask: &mask,
                    scores: photo.expert,
                })?;
                counts.photos += 1;
                counts.corrected += u64::from(photo.corrected);
                counts.from_ai += u64::from(photo.from_ai);
            }
        }
    }
    folder.finish()?;
    write_card(&args.out, &counts)?;
    let ExportCounts { photos, corrected, from_ai } = counts;
    println!(
        "{photos} photos, {corrected} with an outline that an expert corrected, {from_ai} with scores that started from the AI's: {}",
        args.out.display()
    );
    if skipped > 0 {
        println!("{skipped} left out: their file is gone or does not decode any more");
    }
    Ok(())
}

/// Logs the patients whose photos are about to be exported.
async fn log_export(db: &TenantDb, photos: &[TrainingPhoto]) -> Result<()> {
    let patients: BTreeSet<i64> = photos.iter().map(|photo| photo.patient).collect();
    let patients: Vec<PatientId> = patients.into_iter().map(PatientId::new).collect();
    let now = SystemClock::shared().now();
    let mut conn = db.acquire().await?;
    access_log::insert_operator(&mut conn, Action::TrainingExported, "model export", &patients, now).await?;
    Ok(())
}

/// Downloads a photo, cropped to the mouth and without metadata, and its outline's mask; none when the file is missing
/// or damaged.
async fn fetch_example(store: &Store, photo: &TrainingPhoto) -> Result<Option<(RgbImage, GrayImage)>> {
    let bytes = match store.get_verified(photo.object_key.as_str(), MAX_PHOTO_BYTES, photo.hash.as_ref()).await {
        Ok(bytes) => bytes,
        Err(blob::Error::NotFound | blob::Error::TooLarge(_) | blob::Error::Changed) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Ok(picture) = decode::decode(&bytes) else { return Ok(None) };
    Ok(Some(crop_to_mouth(&picture, photo)))
}

fn crop_to_mouth(picture: &RgbImage, photo: &TrainingPhoto) -> (RgbImage, GrayImage) {
    let (w, h) = picture.dimensions();
    let mask = mask::fill(&photo.outline, w, h);
    let [left, top, width, height] = mouth_bounds(photo, w, h);
    let picture = imageops::crop_imm(picture, left, top, width, height).to_image();
    let mask = imageops::crop_imm(&mask, left, top, width, height).to_image();
    let (w, h) = picture.dimensions();
    if w.max(h) <= MAX_SIDE {
        return (picture, mask);
    }
    let scale = f64::from(MAX_SIDE) / f64::from(w.max(h));
    let size = |v: u32| ((f64::from(v) * scale).round() as u32).max(1);
    let picture = imageops::resize(&picture, size(w), size(h), imageops::FilterType::Triangle);
    (picture, imageops::resize(&mask, size(w), size(h), imageops::FilterType::Nearest))
}

/// Returns left, top, width and height of the tongue with its surroundings, within the part that was read; in pixels,
/// at least one.
fn mouth_bounds(photo: &TrainingPhoto, width: u32, height: u32) -> [u32; 4] {
    let ends = |at: usize| {
        let along = || photo.outline.iter().map(move |point| point[at]);
        (along().fold(f32::INFINITY, f32::min), along().fold(f32::NEG_INFINITY, f32::max))
    };
    let (x, y) = (ends(0), ends(1));
    let margin = (x.1 - x.0).max(y.1 - y.0) * MOUTH_MARGIN;
    let [left, top] = photo.crop.map_or([0, 0], |crop| [crop.left(), crop.top()]);
    let [right, bottom] = photo.crop.map_or([width, height], |crop| [left + crop.side(), top + crop.side()]);
    // an expert's outline may extend beyond the part that was read: the tongue takes precedence over the crop
    let span = |(from, to): (f32, f32), (first, last): (u32, u32), end: u32| {
        let start = (from - margin).max(first as f32).min(from).clamp(0., end.saturating_sub(1) as f32) as u32;
        let stop = (to + margin).min(last as f32).max(to).clamp(0., end as f32).ceil() as u32;
        (start, stop.saturating_sub(start).max(1))
    };
    let ((left, width), (top, height)) = (span(x, (left, right), width), span(y, (top, bottom), height));
    [left, top, width, height]
}

/// The numbers of exported photos.
#[derive(Default)]
struct ExportCounts {
    photos: u64,
    /// Of these, photos with an outline that an expert corrected.
    corrected: u64,
    /// Of these, photos whose expert started from the model's scores.
    from_ai: u64,
}

/// Writes a description of the data, for the model cards of versions trained on it.
fn write_card(dir: &Path, ExportCounts { photos, corrected, from_ai }: &ExportCounts) -> Result<()> {
    let text = format!(
        "- Photos: {photos} of patients who consented to the processing of their health data and to training, taken at clinics; \
         without name, date and place, under random names that cannot be traced to a person. A photo may still show who it is: protect the\n  \
         folder like health data, and delete it when one of its consents ends.\n\
         - Annotators: one expert of the clinic per photo, with the scores released to the patient. For {from_ai} photos the expert started from the scores of the deployed\n  \
         model, which raises the agreement.\n\
         - Masks: for {corrected} photos from an outline that an expert of the clinic corrected by hand, for the others from the outline of the\n  \
         deployed model, which nobody corrected.\n\
         - Not tested: list here what the photos do not show.\n"
    );
    Ok(std::fs::write(dir.join("README.md"), text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pseudonyms_differ_by_export() {
        let (one, two) = (Pseudonyms("a".into()), Pseudonyms("b".into()));
        assert_eq!(one.name("t", "patient", 7), one.name("t", "patient", 7), "one patient's photos stay together");
        assert_ne!(one.name("t", "patient", 7), one.name("t", "picture", 7));
        assert_ne!(one.name("t", "patient", 7), two.name("t", "patient", 7), "and no two exports can be joined");
        assert_eq!(one.name("t", "patient", 7).len(), 16);
    }

    fn photo(crop: Option<domain::Square>) -> TrainingPhoto {
        TrainingPhoto {
            picture: 1,
            patient: 1,
            object_key: domain::ObjectKey::from_stored("a".to_owned()),
            hash: None,
            crop,
            outline: vec![[1500., 500.], [2500., 500.], [2500., 1500.], [1500., 1500.]],
            corrected: false,
            expert: [1; 9],
            from_ai: false,
        }
    }

    #[test]
    fn mouth_is_cropped_with_its_mask() {
        // a pixel's color encodes its column
        let picture = RgbImage::from_fn(4000, 2000, |x, _| image::Rgb([(x / 16) as u8, 0, 0]));
        let (part, mask) = crop_to_mouth(&picture, &photo(None));
        // 900 to 3100 and, up to the border, 0 to 2000
        assert_eq!((part.dimensions(), mask.dimensions()), ((1024, 931), (1024, 931)));
        assert!((55..=57).contains(&part.get_pixel(0, 500).0[0]), "{:?}", part.get_pixel(0, 500));
        let at = |x: u32, y: u32| mask.get_pixel(x, y).0[0];
        assert_eq!((at(512, 465), at(270, 465), at(512, 220), at(752, 465)), (255, 0, 0, 0));
        assert!(mask.iter().all(|v| *v == 0 || *v == 255));
    }

    #[test]
    fn mouth_bounds_keep_crop_and_tongue() {
        let crop = domain::Square::new(1000, 0, 2000);
        assert_eq!(mouth_bounds(&photo(crop), 4000, 2000), [1000, 0, 2000, 2000]);
        let narrow = domain::Square::new(1600, 600, 800);
        assert_eq!(mouth_bounds(&photo(narrow), 4000, 2000), [1500, 500, 1000, 1000]);
        assert_eq!(
            mouth_bounds(&TrainingPhoto { outline: vec![], ..photo(None) }, 40, 20).map(|v| v > 0)[2..],
            [true, true]
        );
    }
}
