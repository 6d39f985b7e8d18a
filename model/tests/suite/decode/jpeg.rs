//! Completeness of JPEG files, and what may surround the primary picture.

use image::{ImageFormat, RgbImage};
use model::FailureCode::{NotAnImage, TooLarge};
use model::decode::decode;

use super::build::with_segments;
use super::{letters, quarters};
use crate::photos::encode_picture;

const EOI: [u8; 2] = [0xFF, 0xD9];

/// Whole files of each coding. See files/README.md for the origin of those that are read.
fn codings() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("baseline", encode_picture(quarters(), ImageFormat::Jpeg)),
        ("baseline with restarts", include_bytes!("../files/baseline-restart.jpg").to_vec()),
        ("progressive", include_bytes!("../files/progressive.jpg").to_vec()),
        ("progressive with restarts", include_bytes!("../files/progressive-restart.jpg").to_vec()),
    ]
}

/// The EXIF segment with a whole picture as its thumbnail.
fn thumbnail_segment() -> (u8, Vec<u8>) {
    let thumbnail = encode_picture(RgbImage::new(8, 8), ImageFormat::Jpeg);
    (0xE1, [&b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0"[..], &thumbnail].concat())
}

/// Refused as it is cut, and with an EOI marker behind or over the cut.
fn assert_cut_is_refused(whole: &[u8], cut: usize, name: &str) {
    let part = &whole[..cut];
    assert_eq!(decode(part).err(), Some(NotAnImage), "{name} cut at {cut} of {}", whole.len());
    let appended = [part, &EOI].concat();
    assert_eq!(decode(&appended).err(), Some(NotAnImage), "{name} cut at {cut}, EOI appended");
    let overwritten = [&part[..cut - 2], &EOI].concat();
    assert_eq!(decode(&overwritten).err(), Some(NotAnImage), "{name} cut at {cut}, EOI forced");
}

#[test]
fn jpeg_cut_anywhere_is_refused() {
    for (name, whole) in codings() {
        assert!(decode(&whole).is_ok(), "{name}");
        // the last byte of the data may hold padding only
        for cut in 4..whole.len() - 3 {
            assert_cut_is_refused(&whole, cut, name);
        }
    }
}

#[test]
fn cut_photo_is_refused() {
    let photo = encode_picture(crate::photos::good_photo(), ImageFormat::Jpeg);
    for percent in [30, 60, 95, 99] {
        assert_cut_is_refused(&photo, photo.len() * percent / 100, "photo");
    }
}

#[test]
fn thumbnail_eoi_does_not_complete_photo() {
    for (name, whole) in codings() {
        let whole = with_segments(&whole, &[thumbnail_segment()]);
        assert!(decode(&whole).is_ok(), "{name}");
        for percent in [30, 60, 95, 99] {
            let cut = (whole.len() * percent / 100).min(whole.len() - 4);
            assert_cut_is_refused(&whole, cut, name);
        }
    }
}

#[test]
fn missing_eoi_is_accepted_after_whole_scan() {
    for (name, whole) in codings() {
        let scan_end = whole.len() - EOI.len();
        assert_eq!(decode(&whole[..scan_end]).unwrap(), decode(&whole).unwrap(), "{name}");
    }
}

#[test]
fn missing_restart_interval_is_refused() {
    for name in ["baseline with restarts", "progressive with restarts"] {
        let (_, whole) = codings().into_iter().find(|(coding, _)| *coding == name).unwrap();
        let restart = |n: u8| whole.windows(2).position(|pair| pair == [0xFF, 0xD0 + n]).unwrap();
        let gap = [&whole[..restart(0)], &whole[restart(1)..]].concat();
        assert_eq!(decode(&gap).err(), Some(NotAnImage), "{name}");
    }
}

#[test]
fn progressive_without_last_scans_is_refused() {
    let whole = include_bytes!("../files/progressive.jpg");
    let scans: Vec<_> = (0..whole.len() - 1).filter(|at| whole[*at..*at + 2] == [0xFF, 0xDA]).collect();
    assert!(scans.len() > 5);
    for scan in scans {
        assert_eq!(decode(&[&whole[..scan], &EOI].concat()).err(), Some(NotAnImage), "before the scan at {scan}");
    }
}

#[test]
fn data_behind_primary_picture_is_ignored() {
    let second = encode_picture(RgbImage::new(64, 48), ImageFormat::Jpeg);
    let tails: [(&str, &[u8]); 5] = [
        ("a second picture or gain map", &second),
        ("a cut second picture", &second[..second.len() / 2]),
        ("a motion photo's video", b"\0\0\0\x18ftypmp42\0\0\0\0isommp42\xFF\xD8\xFF\xD9"),
        ("a maker's trailer", b"\0\0\x01\x0AImage_UTC_Data1700000000000SEFHe\0\0\0SEFT"),
        ("zeros", &[0; 300]),
    ];
    let mpf = (0xE2, b"MPF\0II*\0\x08\0\0\0\0\0\0\0\0\0".to_vec());
    let gain_map = (0xE2, b"urn:iso:std:iso:ts:21496:-1\0\0\0\0\0".to_vec());
    let primary = with_segments(&encode_picture(quarters(), ImageFormat::Jpeg), &[mpf, gain_map]);
    let expected = decode(&primary).unwrap();
    assert_eq!(letters(&expected), "RGBW");
    for (name, tail) in tails {
        assert_eq!(decode(&[&primary, tail].concat()).unwrap(), expected, "{name}");
        // the tail's own markers do not make up for missing data
        let cut = &primary[..primary.len() - 10];
        assert_eq!(decode(&[cut, tail].concat()).err(), Some(NotAnImage), "{name} behind a cut picture");
    }
}

#[test]
fn progressive_with_gain_map_decodes_primary() {
    let primary = include_bytes!("../files/progressive.jpg");
    let second = encode_picture(RgbImage::new(16, 16), ImageFormat::Jpeg);
    assert_eq!(decode(&[&primary[..], &second].concat()).unwrap(), decode(primary).unwrap());
}

#[test]
fn oversized_jpeg_is_refused_before_its_scan() {
    let mut bytes = include_bytes!("../files/progressive.jpg").to_vec();
    let size = bytes.windows(2).position(|pair| pair == [0xFF, 0xC2]).unwrap() + 5;
    for (height, width) in [(65_535u16, 65_535u16), (10_000, 10_000), (12_001, 1)] {
        bytes[size..size + 2].copy_from_slice(&height.to_be_bytes());
        bytes[size + 2..size + 4].copy_from_slice(&width.to_be_bytes());
        assert_eq!(decode(&bytes).err(), Some(TooLarge), "{width} x {height}");
    }
}
