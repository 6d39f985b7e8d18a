//! The evaluation as one HTML page, its worst cases embedded as pictures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Cursor;
use std::path::Path;

use anyhow::Context;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use model::evaluation::Evaluation;

use crate::dataset::Photo;
use crate::evaluate::{PhotoPrediction, Predictions};
use crate::report;

/// Worst photos shown for outlines, and for scores.
const WORST: usize = 24;
/// Longer side of a shown photo.
const SHOWN_SIDE: u32 = 240;

/// Writes `index.html` into a folder.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write(out: &Path, predictions: &Predictions, evaluation: &Evaluation, photos: &[Photo]) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    let by_id: BTreeMap<&str, &Photo> = photos.iter().map(|photo| (photo.row.photo.as_str(), photo)).collect();
    let mut page = format!(
        "<!doctype html><meta charset=utf-8><title>{0}</title><style>body{{font:15px/1.5 system-ui;margin:2rem;max-width:75rem}}\
         pre{{background:#f5f5f5;padding:1rem;overflow:auto}}figure{{display:inline-block;margin:.5rem;width:{SHOWN_SIDE}px;\
         vertical-align:top}}img{{max-width:100%}}figcaption{{font-size:12px}}</style><h1>{0}</h1><pre>{1}</pre>",
        escape(&predictions.version),
        escape(&report::text(evaluation))
    );
    let error = |photo: &PhotoPrediction| {
        let scores = photo.scores(&predictions.calibration)?.0;
        Some((model::metrics::index(&scores) - photo.reader_index()?).abs())
    };
    let mut outlines: Vec<&PhotoPrediction> = predictions.photos.iter().filter(|photo| photo.has_tongue).collect();
    outlines.sort_by(|a, b| a.iou.total_cmp(&b.iou));
    let mut scores: Vec<&PhotoPrediction> = outlines.iter().copied().filter(|photo| error(photo).is_some()).collect();
    scores.sort_by(|a, b| error(b).unwrap_or(0.).total_cmp(&error(a).unwrap_or(0.)));
    let refused = predictions.photos.iter().filter(|photo| photo.has_tongue == photo.refused.is_some());
    let sections: [(&str, Vec<&PhotoPrediction>); 3] = [
        ("Tongues refused, and other photos read", refused.take(WORST).collect()),
        ("Worst outlines", outlines.into_iter().take(WORST).collect()),
        ("Worst indices", scores.into_iter().take(WORST).collect()),
    ];
    for (title, shown) in sections {
        let _ = write!(page, "<h2>{title}</h2>");
        for prediction in shown {
            if let Some(photo) = by_id.get(prediction.photo.as_str()) {
                figure(&mut page, prediction, photo, predictions)?;
            }
        }
    }
    let path = out.join("index.html");
    std::fs::write(&path, page).with_context(|| format!("{} cannot be written", path.display()))
}

fn figure(page: &mut String, prediction: &PhotoPrediction, photo: &Photo, all: &Predictions) -> anyhow::Result<()> {
    let (w, h) = photo.image().dimensions();
    let scale = f64::from(SHOWN_SIDE) / f64::from(w.max(h));
    let size = |side: u32| ((f64::from(side) * scale) as u32).max(1);
    let small = resize(photo.image(), size(w), size(h), FilterType::Triangle);
    let mut bytes = Cursor::new(Vec::new());
    JpegEncoder::new_with_quality(&mut bytes, 85).encode_image(&small)?;
    let scores = prediction.scores(&all.calibration).map(|found| found.0);
    let readers: Vec<String> = prediction.readers.iter().map(|(name, scores)| format!("{name} {scores:?}")).collect();
    let _ = write!(
        page,
        "<figure><img alt='' src='data:image/jpeg;base64,{}'><figcaption>{} ({})<br>IoU {:.3}{}<br>{}<br>{}</figcaption></figure>",
        STANDARD.encode(bytes.into_inner()),
        escape(&prediction.photo),
        escape(&prediction.source),
        prediction.iou,
        prediction.refused.as_ref().map(|code| format!(", refused: {code}")).unwrap_or_default(),
        scores.map(|scores| format!("network {scores:?}")).unwrap_or_default(),
        escape(&readers.join("; ")),
    );
    Ok(())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
