//! Mutated photos: whatever the bytes, there is an answer. Runs on stable Rust; the seeds repeat a failure.
//!
//! A fraction of a second in the tests; `./task fuzz` runs it for minutes (`HYEOBOM_FUZZ_SECONDS`).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ExtendedColorType, ImageBuffer, ImageEncoder, ImageFormat, Luma, RgbImage, Rgba};
use model::FailureCode;
use model::decode::decode;
use moxcms::ColorProfile;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::photos::{encode_oriented, encode_picture, pipeline};

/// Cases of a run in the tests.
const CASES: u64 = 400;
/// Sides beyond which a photo is refused.
const MAX_SIDE: u32 = 12_000;

/// Small files of every kind that is read.
fn corpus() -> Vec<Vec<u8>> {
    let photo = RgbImage::from_fn(40, 24, |x, y| image::Rgb([(x * 6) as u8, (y * 10) as u8, ((x ^ y) * 8) as u8]));
    let deep = ImageBuffer::from_fn(17, 9, |x, y| Luma([(x * 3000 + y * 100) as u16]));
    let opaque = ImageBuffer::from_fn(12, 12, |x, y| Rgba([(x * 20) as u8, (y * 20) as u8, 7, 255]));
    let mut files: Vec<Vec<u8>> = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP]
        .into_iter()
        .flat_map(|format| {
            [
                encode_oriented(&photo, 6, format),
                encode_oriented(&photo, 3, format),
                encode_picture(photo.clone(), format),
            ]
        })
        .collect();
    files.push(encode_picture(DynamicImage::ImageLuma16(deep), ImageFormat::Png));
    files.push(encode_picture(opaque, ImageFormat::WebP));
    files.push(encode_picture(DynamicImage::ImageRgb8(photo.clone()).to_luma8(), ImageFormat::Jpeg));
    files.push(include_bytes!("files/baseline-restart.jpg").to_vec());
    files.push(include_bytes!("files/progressive-restart.jpg").to_vec());
    files.push(include_bytes!("files/progressive.jpg").to_vec());
    for icc in [ColorProfile::new_display_p3().encode().unwrap(), include_bytes!("files/lut.icc").to_vec()] {
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new(&mut bytes);
        encoder.set_icc_profile(icc).unwrap();
        encoder.write_image(&photo, 40, 24, ExtendedColorType::Rgb8).unwrap();
        files.push(bytes);
    }
    files
}

/// Values that parsers stumble over: ends of ranges, signs, markers of JPEG.
const AWKWARD: [u8; 10] = [0, 1, 0x7F, 0x80, 0xFF, 0xD8, 0xD9, 0xC0, 0xC4, 0xDA];

fn mutate(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], rng: &mut ChaCha8Rng) {
    for _ in 0..rng.random_range(1..6) {
        if bytes.is_empty() {
            bytes.extend(corpus[0].iter().take(30));
        }
        let at = rng.random_range(0..bytes.len());
        match rng.random_range(0..8u8) {
            0 => bytes[at] ^= 1 << rng.random_range(0..8),
            1 => bytes[at] = rng.random(),
            2 => bytes[at] = *AWKWARD.choose(rng).unwrap_or(&0),
            3 => bytes.truncate(at),
            4 => {
                // lengths and sizes are two or four bytes wide
                let value: [u8; 4] = if rng.random() { [0xFF; 4] } else { rng.random() };
                bytes.iter_mut().skip(at).zip(value).for_each(|(byte, value)| *byte = value);
            }
            5 => {
                let end = rng.random_range(at..bytes.len());
                let part: Vec<u8> = bytes[at..end].iter().take(64).copied().collect();
                let to = rng.random_range(0..=bytes.len());
                bytes.splice(to..to, part);
            }
            6 => drop(bytes.drain(at..(at + rng.random_range(1..20)).min(bytes.len()))),
            _ => {
                let other = corpus.choose(rng).unwrap_or(&corpus[0]);
                let from = rng.random_range(0..other.len());
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
        }
    }
}

/// One case; says what went wrong.
fn case(seed: u64, corpus: &[Vec<u8>]) -> Result<bool, String> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = corpus.choose(&mut rng).unwrap_or(&corpus[0]).clone();
    mutate(&mut bytes, corpus, &mut rng);
    match catch_unwind(AssertUnwindSafe(|| decode(&bytes))) {
        Err(_) => Err("the decoder panicked".to_owned()),
        Ok(Ok(picture)) => {
            let (w, h) = picture.dimensions();
            if w == 0 || h == 0 || w > MAX_SIDE || h > MAX_SIDE {
                return Err(format!("a photo of {w} x {h} pixels came through"));
            }
            // what decodes is read to its end now and then: the rest of the way takes any picture
            if seed.is_multiple_of(29) && w * h < 1 << 20 {
                let read = catch_unwind(AssertUnwindSafe(|| pipeline().read_bytes(&bytes, None)));
                if !matches!(read, Ok(Ok(_))) {
                    return Err("the reader failed".to_owned());
                }
            }
            Ok(true)
        }
        Ok(Err(FailureCode::NotAnImage | FailureCode::TooLarge)) => Ok(false),
        Ok(Err(code)) => Err(format!("the decoder judged the tongue: {code:?}")),
    }
}

#[test]
fn mutated_files_never_panic() {
    let corpus = corpus();
    assert!(corpus.iter().all(|file| decode(file).is_ok()), "the corpus is sound");
    let seconds = std::env::var_os("HYEOBOM_FUZZ_SECONDS").and_then(|text| text.to_str()?.parse().ok());
    let (start, limit) = (Instant::now(), seconds.map(Duration::from_secs));
    let (mut cases, mut decoded) = (0, 0);
    for seed in 0.. {
        if limit.map_or(seed >= CASES, |limit| start.elapsed() >= limit) {
            break;
        }
        match case(seed, &corpus) {
            Ok(was) => decoded += u64::from(was),
            Err(what) => panic!("seed {seed}: {what}"),
        }
        cases += 1;
    }
    println!("{cases} mutated files, {decoded} of them decoded");
    assert!(decoded > cases / 50 && decoded < cases, "the mutations reach both ends: {decoded} of {cases}");
}
