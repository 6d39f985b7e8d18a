//! The evaluation report as an HTML page with its worst cases as embedded pictures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Cursor;
use std::path::Path;

use anyhow::Context;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};

use crate::dataset::Photo;
use crate::evaluate::{GateCurve, PhotoPrediction, Predictions, gate_curve};

/// Number of worst photos for outlines, and for scores.
const MAX_WORST_PHOTOS: usize = 24;
/// Longer side of a displayed photo in pixels.
const PREVIEW_SIDE_PX: u32 = 240;

/// Side of the gate curve's plot.
const CURVE_SIDE: f64 = 240.;

/// Writes `index.html` with these tables into a folder.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write(out: &Path, predictions: &Predictions, tables: &str, photos: &[Photo]) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    let by_id: BTreeMap<&str, &Photo> = photos.iter().map(|photo| (photo.row.photo.as_str(), photo)).collect();
    let mut page = format!(
        "<!doctype html><meta charset=utf-8><title>{0}</title><style>body{{font:15px/1.5 system-ui;margin:2rem;max-width:75rem}}\
         pre{{background:#f5f5f5;padding:1rem;overflow:auto}}figure{{display:inline-block;margin:.5rem;width:{PREVIEW_SIDE_PX}px;\
         vertical-align:top}}img{{max-width:100%}}figcaption{{font-size:12px}}</style><h1>{0}</h1><pre>{1}</pre>",
        escape(&predictions.version),
        escape(tables)
    );
    if let Some(curve) = gate_curve(predictions) {
        page += &draw_curve(&curve);
    }
    let error = |photo: &PhotoPrediction| {
        let scores = photo.scores(&predictions.calibration)?.0;
        Some((model::metrics::index(&scores) - photo.annotator_index()?).abs())
    };
    let mut outlines: Vec<&PhotoPrediction> = predictions.photos.iter().filter(|photo| photo.has_tongue).collect();
    outlines.sort_by(|a, b| a.iou.total_cmp(&b.iou));
    let mut scores: Vec<&PhotoPrediction> = outlines.iter().copied().filter(|photo| error(photo).is_some()).collect();
    scores.sort_by(|a, b| error(b).unwrap_or(0.).total_cmp(&error(a).unwrap_or(0.)));
    let refused = predictions.photos.iter().filter(|photo| photo.has_tongue == photo.refused.is_some());
    let sections: [(&str, Vec<&PhotoPrediction>); 3] = [
        ("Tongues refused, and other photos read", refused.take(MAX_WORST_PHOTOS).collect()),
        ("Worst outlines", outlines.into_iter().take(MAX_WORST_PHOTOS).collect()),
        ("Worst indices", scores.into_iter().take(MAX_WORST_PHOTOS).collect()),
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
    let scale = f64::from(PREVIEW_SIDE_PX) / f64::from(w.max(h));
    let size = |side: u32| ((f64::from(side) * scale) as u32).max(1);
    let small = resize(photo.image(), size(w), size(h), FilterType::Triangle);
    let mut bytes = Cursor::new(Vec::new());
    JpegEncoder::new_with_quality(&mut bytes, 85).encode_image(&small)?;
    let scores = prediction.scores(&all.calibration).map(|found| found.0);
    let annotators: Vec<String> =
        prediction.annotators.iter().map(|(name, scores)| format!("{name} {scores:?}")).collect();
    let _ = write!(
        page,
        "<figure><img alt='' src='data:image/jpeg;base64,{}'><figcaption>{} ({})<br>IoU {:.3}{}<br>{}<br>{}</figcaption></figure>",
        STANDARD.encode(bytes.into_inner()),
        escape(&prediction.photo),
        escape(&prediction.source),
        prediction.iou,
        prediction.refused.as_ref().map(|code| format!(", refused: {code}")).unwrap_or_default(),
        scores.map(|scores| format!("network {scores:?}")).unwrap_or_default(),
        escape(&annotators.join("; ")),
    );
    Ok(())
}

/// Draws good photos refused versus photos without a tongue accepted, as shares, with the deployed limit marked.
fn draw_curve(curve: &GateCurve) -> String {
    let share = |n: usize, of: usize| n as f64 / of.max(1) as f64;
    let shares = curve.points.iter().map(|p| [share(p.refused, curve.tongues), share(p.accepted, curve.non_tongues)]);
    let greatest = shares.clone().flatten().fold(0.01, f64::max);
    let place = |[x, y]: [f64; 2]| [x / greatest * CURVE_SIDE, (1. - y / greatest) * CURVE_SIDE];
    let line: Vec<String> = shares.clone().map(place).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
    let deployed = curve.points.iter().zip(shares).find(|(point, _)| point.limit.total_cmp(&curve.limit).is_eq());
    let [x, y] = deployed.map_or([0., CURVE_SIDE], |(_, shares)| place(shares));
    format!(
        "<h2>Gate</h2><p>Across: share of the photos with a tongue that are refused. Up: share of the others that are accepted. Both end \
         at {:.1} %. Along the curve the least tongue score changes; the dot is the deployed one, {:.2}.</p>\
         <svg width={CURVE_SIDE} height={CURVE_SIDE} viewBox='-6 -6 252 252' fill=none stroke=#333><path stroke=#ccc d='M0 0V{CURVE_SIDE}H{CURVE_SIDE}'/>\
         <polyline points='{}'/><circle cx={x:.1} cy={y:.1} r=5 fill=#c00 stroke=none /></svg>",
        greatest * 100.,
        curve.limit,
        line.join(" ")
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::GatePoint;

    #[test]
    fn curve_marks_deployed_limit() {
        let point = |limit: f32, refused: usize, accepted: usize| GatePoint { limit, refused, accepted };
        let points = vec![point(0.1, 0, 5), point(0.5, 2, 2), point(0.9, 8, 0)];
        let found = draw_curve(&GateCurve { tongues: 16, non_tongues: 10, limit: 0.5, points });
        assert!(found.contains("points='0.0,0.0 60.0,144.0 240.0,240.0'"), "{found}");
        assert!(found.contains("cx=60.0 cy=144.0") && found.contains("Both end at 50.0 %"), "{found}");
    }
}
