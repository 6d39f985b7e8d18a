//! Photos and their bytes, and the pipeline with the built-in weights.

use std::io::Cursor;
use std::sync::OnceLock;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, RgbImage};
use model::release::Bundle;
use model::synth::{Options, photo};
use model::{Analysis, FailureCode, Outcome, Reading, TonguePipeline};

/// The pipeline with the built-in weights.
pub fn pipeline() -> &'static TonguePipeline {
    static PIPELINE: OnceLock<TonguePipeline> = OnceLock::new();
    PIPELINE.get_or_init(|| TonguePipeline::new(&Bundle::embedded().unwrap()).unwrap())
}

/// A drawn tongue that every version of the weights must read.
pub fn good_photo() -> RgbImage {
    photo(1, &Options::default()).0
}

pub fn encode_picture(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// EXIF with nothing but an orientation.
fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    exif
}

/// A photo whose EXIF says how it must be turned.
pub fn encode_oriented(picture: &RgbImage, orientation: u8, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Jpeg => write(JpegEncoder::new_with_quality(&mut bytes, 92), picture, orientation),
        ImageFormat::Png => write(PngEncoder::new(&mut bytes), picture, orientation),
        _ => write(WebPEncoder::new_lossless(&mut bytes), picture, orientation),
    }
    bytes
}

fn write(mut encoder: impl ImageEncoder, picture: &RgbImage, orientation: u8) {
    encoder.set_exif_metadata(exif(orientation)).unwrap();
    let (w, h) = picture.dimensions();
    encoder.write_image(picture, w, h, ExtendedColorType::Rgb8).unwrap();
}

pub fn reading(analysis: &Analysis) -> &Reading {
    match &analysis.outcome {
        Outcome::Reading(reading) => reading,
        Outcome::Failure(code) => panic!("refused: {}", code.as_str()),
    }
}

pub fn failure(analysis: &Analysis) -> Option<FailureCode> {
    match &analysis.outcome {
        Outcome::Reading(_) => None,
        Outcome::Failure(code) => Some(*code),
    }
}
