//! From a picture to a reading: find the tongue, look closer, judge the photo, score the cells.

use std::time::Instant;

use candle_core::{Device, Tensor};
use image::RgbImage;
use image::imageops::flip_horizontal;
use imageproc::filter::median_filter;

use crate::analysis::{Analysis, FailureCode, Grid, Outcome, Reading, Square, Timings};
use crate::analyzer::AnalysisError;
use crate::decode::decode;
use crate::describe::{Told, describe};
use crate::framed::framed;
use crate::light::Light;
use crate::look::{Look, probability};
use crate::manifest::{Bundle, Manifest};
use crate::net::{Likeness, SEGMENT_SIDE, ScoreNet, SegmentNet, Source, TILT_CHANNELS, TILT_SIDE, TiltNet};
use crate::outline::{confined, polygon};
use crate::quality;
use crate::sample::{Frame, resample};
use crate::tensor::levelled_blocks;
use crate::tilt;

const SIDE: u32 = SEGMENT_SIDE as u32;
/// Side of the first look at a whole photo, which only has to find the tongue.
const FAR_SIDE: u32 = 192;
/// The closer look is this much larger than the tongue, as in training.
pub const MARGIN: f32 = 1.4;
/// A tongue that fills more than this of the first look needs no closer one.
const CLOSE_ENOUGH: f32 = 0.62;
/// Closer looks that are taken at most, while each sees another tongue than the one before.
const MOST_CLOSER: usize = 2;
/// Intersection over union from which two looks see the same tongue.
const AGREED: f32 = 0.75;
/// Sureness of a look from which no other part of the photo is tried.
const SURE: f32 = 0.85;

/// Sureness from which a look is clear: below it, what is seen is looked at once more, mirrored, and perhaps with thin strokes
/// taken out.
const CLEAR: f32 = 0.97;
/// Sureness below which a tongue must also look like one that was learnt from.
const DOUBTFUL: f32 = 0.95;
/// Half the side of the square whose median then takes each pixel's place, in pixels of a look at half its size: lines of
/// writing are thinner.
const STROKE: u32 = 3;

/// The networks with the numbers of one version.
pub struct Reader {
    segment: SegmentNet,
    tilt: TiltNet,
    score: ScoreNet,
    likeness: Likeness,
    manifest: Manifest,
    /// Whether it looks closer at what it found.
    closer: bool,
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.
}

impl Reader {
    /// Builds the networks of a bundle.
    ///
    /// # Errors
    /// Fails when a tensor is missing.
    pub fn new(bundle: &Bundle) -> candle_core::Result<Self> {
        Ok(Self {
            segment: SegmentNet::new(Source::Read(&bundle.tensors))?,
            tilt: TiltNet::new(Source::Read(&bundle.tensors))?,
            score: ScoreNet::new(&bundle.tensors)?,
            likeness: Likeness::new(&bundle.tensors)?,
            manifest: bundle.manifest.clone(),
            closer: true,
        })
    }

    /// The same, content with one look: to measure what the others are worth.
    #[must_use]
    pub fn hasty(self) -> Self {
        Self { closer: false, ..self }
    }

    /// Version of the numbers.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.manifest.version
    }

    /// What the version is.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Runs one network on an empty picture: the segmentation, or the scores. For measuring.
    ///
    /// # Errors
    /// Fails only when the network cannot run.
    pub fn forward_once(&self, segment: bool) -> candle_core::Result<()> {
        if segment {
            let shape = (1, 3, SEGMENT_SIDE, SEGMENT_SIDE);
            self.segment.forward(&Tensor::zeros(shape, candle_core::DType::F32, &Device::Cpu)?).map(drop)
        } else {
            self.score.forward(&Told::nothing()).map(drop)
        }
    }

    /// Decodes and reads a photo; with `crop`, only that square of it.
    ///
    /// # Errors
    /// Fails when the square does not lie in the picture or the networks cannot run.
    pub fn read_bytes(&self, bytes: &[u8], crop: Option<Square>) -> Result<Analysis, AnalysisError> {
        let start = Instant::now();
        let decoded = decode(bytes);
        let decode_ms = milliseconds(start);
        let mut analysis = match decoded {
            Ok(picture) => self.read(&picture, crop)?,
            Err(code) => Analysis {
                width: 0,
                height: 0,
                outcome: Outcome::Failure(code),
                model_version: self.manifest.version.clone(),
                timings: Timings::default(),
            },
        };
        analysis.timings.decode_ms = decode_ms;
        analysis.timings.total_ms = milliseconds(start);
        Ok(analysis)
    }

    /// Reads an upright picture; with `crop`, only that square of it. Outline and grid are in the whole picture's pixels.
    ///
    /// # Errors
    /// Fails when the square does not lie in the picture or the networks cannot run.
    pub fn read(&self, picture: &RgbImage, crop: Option<Square>) -> Result<Analysis, AnalysisError> {
        let start = Instant::now();
        let (width, height) = picture.dimensions();
        let (left, top, part) = match crop {
            None => (0, 0, None),
            Some(Square { left, top, width: w, height: h }) => {
                let fits = |from: u32, length: u32, whole: u32| {
                    length > 0 && from.checked_add(length).is_some_and(|end| end <= whole)
                };
                if !fits(left, w, width) || !fits(top, h, height) {
                    return Err(AnalysisError::Crop { width, height });
                }
                (left, top, Some(image::imageops::crop_imm(picture, left, top, w, h).to_image()))
            }
        };
        let (mut outcome, mut timings) = self.outcome(part.as_ref().unwrap_or(picture))?;
        if let Ok(reading) = &mut outcome {
            for point in &mut reading.polygon {
                point[0] += left as f32;
                point[1] += top as f32;
            }
            reading.grid.left += left as f32;
            reading.grid.top += top as f32;
        }
        timings.total_ms = milliseconds(start);
        let outcome = outcome.map_or_else(Outcome::Failure, Outcome::Reading);
        Ok(Analysis { width, height, outcome, model_version: self.manifest.version.clone(), timings })
    }

    fn outcome(&self, picture: &RgbImage) -> candle_core::Result<(Result<Reading, FailureCode>, Timings)> {
        let start = Instant::now();
        let found = self.find(picture)?.and_then(|look| {
            let (fine, from) = look.fine_mask();
            let outline = to_picture(&polygon(&fine)?, from, look.frame, picture)?;
            Some((look, outline))
        });
        let mut timings = Timings { segment_ms: milliseconds(start), ..Timings::default() };
        let Some((look, outline)) = found else {
            return Ok((Err(quality::nothing_found(picture)), timings));
        };
        let start = Instant::now();
        let gate = quality::Gate { look: &look.picture, mask: &look.mask, outline: &outline };
        let measures = gate.measure(picture);
        let outcome = if let Some(failure) = measures.failure(&self.manifest.thresholds) {
            Err(failure)
        } else {
            let grid = Grid::around(&outline, self.tilt(&look)?);
            let (square, mask) = framed(picture, &outline, grid);
            let said = self.score.forward(&describe(&square, &mask, &Light::of(&look.picture, &look.mask)))?;
            // what is clear may look like none that was learnt from, as another camera's photos do
            if look.sureness() < DOUBTFUL && self.likeness.distance(&said.seen) > self.manifest.thresholds.unlike {
                Err(quality::nothing_found(picture))
            } else {
                let cells = said.logits.map(|logits| self.manifest.calibration.decide(logits));
                let (scores, confidences) = (cells.map(|(score, _)| score), cells.map(|(_, confidence)| confidence));
                let (brightness, sharpness) = (measures.luma, measures.sharpness);
                Ok(Reading { polygon: outline, grid, scores, confidences, brightness, sharpness })
            }
        };
        timings.score_ms = milliseconds(start);
        Ok((outcome, timings))
    }

    /// The best look at the tongue; nothing when there is none.
    fn find(&self, picture: &RgbImage) -> candle_core::Result<Option<Look>> {
        let (w, h) = (picture.width() as f32, picture.height() as f32);
        let whole = w.max(h);
        let whole = Frame { left: (w - whole) / 2., top: (h - whole) / 2., width: whole, height: whole };
        let limits = &self.manifest.thresholds;
        let present = |look: &Look| look.is_tongue(limits);
        if !self.closer {
            return Ok(self.look(picture, whole, SIDE)?.filter(present));
        }
        let Some(first) = self.look(picture, whole, FAR_SIDE)? else { return Ok(None) };
        let best = match self.best_look(picture, &first)? {
            Some(best) if best.sureness() < CLEAR => Some(self.clearer(picture, best)?),
            best => best,
        };
        Ok(best.filter(present))
    }

    /// What the first look at the whole picture saw, from near.
    fn best_look(&self, picture: &RgbImage, first: &Look) -> candle_core::Result<Option<Look>> {
        if first.fill() > CLOSE_ENOUGH {
            // as near as a closer look would come: the same again, mirrored
            return self.look_twice(picture, first.frame);
        }
        // something else in a large photo may look like a tongue from afar: the next best part is tried, too
        let mut best = self.closer_look(picture, first)?;
        if best.as_ref().is_none_or(|best| best.sureness() <= SURE)
            && let Some(part) = first.second_part()
            && let Some(other) = self.closer_look(picture, &part)?
            && best.as_ref().is_none_or(|best| other.sureness() > best.sureness())
        {
            best = Some(other);
        }
        match best {
            Some(best) => Ok(Some(best)),
            None => self.look(picture, first.frame, SIDE),
        }
    }

    /// An unclear look as the mean with its mirror image and, while that is not clear either, with thin strokes taken out.
    fn clearer(&self, picture: &RgbImage, look: Look) -> candle_core::Result<Look> {
        let Some(mut twice) = self.look_twice(picture, look.frame)? else { return Ok(look) };
        // whether a tongue is there is told by the looks before, too
        twice.presence = look.presence;
        if twice.sureness() < CLEAR { self.without_strokes(twice) } else { Ok(twice) }
    }

    /// The same look with thin strokes taken out, if it is surer so.
    fn without_strokes(&self, look: Look) -> candle_core::Result<Look> {
        let whole = |side: u32| Frame { left: 0., top: 0., width: side as f32, height: side as f32 };
        // at half the size, where a median takes a seventh of the time
        let half = resample(&look.picture, whole(SIDE), (SIDE / 2, SIDE / 2));
        let smooth = resample(&median_filter(&half, STROKE, STROKE), whole(SIDE / 2), (SIDE, SIDE));
        let Some(mut other) = self.look_at(look.frame, smooth)? else { return Ok(look) };
        if other.sureness() <= look.sureness() {
            return Ok(look);
        }
        // what is no tongue may become more like one so: both looks have their say
        other.presence = f32::midpoint(other.presence, look.presence);
        other.picture = look.picture;
        Ok(other)
    }

    /// Looks closer at what a look saw, until two looks see the same; nothing when the first closer one sees no tongue.
    fn closer_look(&self, picture: &RgbImage, first: &Look) -> candle_core::Result<Option<Look>> {
        let mut last = None;
        for _ in 0..MOST_CLOSER {
            let before = last.as_ref().unwrap_or(first);
            let Some(next) = self.look(picture, before.around(MARGIN), SIDE)? else { break };
            let agreement = next.agreement(before);
            last = Some(next);
            if agreement > AGREED {
                break;
            }
        }
        // a lip looks like a tongue from near, a far tongue like nothing from afar: both looks have their say
        if let Some(last) = &mut last {
            last.presence = f32::midpoint(last.presence, first.presence);
        }
        Ok(last)
    }

    /// A look at a part of the picture with so many pixels a side; nothing when no pixel of it is tongue.
    fn look(&self, picture: &RgbImage, frame: Frame, side: u32) -> candle_core::Result<Option<Look>> {
        self.look_at(frame, resample(picture, frame, (side, side)))
    }

    /// The same at the pixels of that part.
    fn look_at(&self, frame: Frame, picture: RgbImage) -> candle_core::Result<Option<Look>> {
        let (mask, presence) = self.segmented(&picture)?;
        Ok(Look::new(frame, picture, mask, probability(presence)))
    }

    /// The mean of a look at a part of the picture and one at its mirror image.
    fn look_twice(&self, picture: &RgbImage, frame: Frame) -> candle_core::Result<Option<Look>> {
        let picture = resample(picture, frame, (SIDE, SIDE));
        let (mut mask, presence) = self.segmented(&picture)?;
        let (other, other_presence) = self.segmented(&flip_horizontal(&picture))?;
        let mirrored = other.chunks_exact(SEGMENT_SIDE).flat_map(|row| row.iter().rev());
        mask.iter_mut().zip(mirrored).for_each(|(v, other)| *v = f32::midpoint(*v, *other));
        Ok(Look::new(frame, picture, mask, probability(f32::midpoint(presence, other_presence))))
    }

    /// Logits of the pixels and of a tongue's presence.
    fn segmented(&self, picture: &RgbImage) -> candle_core::Result<(Vec<f32>, f32)> {
        let said = self.segment.read(levelled_blocks(picture))?;
        Ok((said.mask.flatten_all()?.to_vec1()?, said.presence.flatten_all()?.to_vec1::<f32>()?[0]))
    }

    /// Degrees by which the grid over a tongue is turned.
    fn tilt(&self, look: &Look) -> candle_core::Result<f32> {
        let [left, top, right, bottom] = look.bounds.map(|v| v as f32);
        let near = Frame::about([left, top, right - left, bottom - top], tilt::REACH);
        let numbers = tilt::seen(&look.picture, &look.mask, near);
        let shape = (1, TILT_CHANNELS, TILT_SIDE, TILT_SIDE);
        let said = self.tilt.forward(&Tensor::from_vec(numbers, shape, &Device::Cpu)?)?;
        Ok(tilt::of_grid(said.to_vec1::<f32>()?[0]))
    }
}

/// Points of the fine mask, which begins at `from`, in pixels of the picture, kept inside it.
fn to_picture(points: &[[f32; 2]], from: [u32; 2], frame: Frame, picture: &RgbImage) -> Option<Vec<[f32; 2]>> {
    let scale = frame.width / (2 * SIDE) as f32;
    let place =
        |p: &[f32; 2]| [frame.left + (p[0] + from[0] as f32) * scale, frame.top + (p[1] + from[1] as f32) * scale];
    let placed: Vec<[f32; 2]> = points.iter().map(place).collect();
    confined(&placed, picture.width() as f32, picture.height() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Sample;
    use crate::shifts::{Shift, shifted};
    use crate::synth::{Options, photo};

    #[test]
    fn an_unclear_look_is_the_same_in_a_mirror() {
        let reader = Reader::new(&Bundle::embedded().unwrap()).unwrap();
        let drawn: Vec<Sample> = (0..40)
            .map(|seed| {
                let (picture, mask) =
                    photo(seed, &Options { width: SIDE, height: SIDE, size: 0.5, ..Options::default() });
                Sample::new(seed.to_string(), picture, mask, vec![])
            })
            .collect();
        let drawn: Vec<&Sample> = drawn.iter().collect();
        let frame = Frame { left: 0., top: 0., width: SIDE as f32, height: SIDE as f32 };
        let once = |picture: &RgbImage| reader.look(picture, frame, SIDE).unwrap().unwrap();
        let (mut unclear, mut of_one_look, mut of_both) = (0, 0, 0);
        for place in 0..drawn.len() {
            let picture = shifted(&drawn, place, Shift::Watermark).0;
            let picture = resample(
                &picture,
                Frame { left: 0., top: 0., width: picture.width() as f32, height: picture.height() as f32 },
                (SIDE, SIDE),
            );
            if once(&picture).sureness() >= CLEAR {
                continue;
            }
            let different = |read: &dyn Fn(&RgbImage) -> Look| {
                let there = read(&flip_horizontal(&picture)).mask;
                read(&picture).mask.iter().zip(flip_horizontal(&there).iter()).filter(|(a, b)| a != b).count()
            };
            unclear += 1;
            of_one_look += different(&once);
            of_both += different(&|picture| reader.clearer(picture, once(picture)).unwrap());
        }
        assert!(unclear >= 3 && of_both * 2 < of_one_look, "{unclear}: {of_both} of {of_one_look} pixels");
    }
}
