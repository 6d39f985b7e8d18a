//! Bytes of files that no encoder at hand writes.

use crate::photos::encode_picture;
use image::{ImageFormat, RgbImage};

/// Appends a JPEG segment.
fn push_segment(bytes: &mut Vec<u8>, marker: u8, body: &[u8]) {
    bytes.extend([0xFF, marker]);
    bytes.extend((body.len() as u16 + 2).to_be_bytes());
    bytes.extend(body);
}

/// Inserts segments behind the SOI marker of a JPEG.
pub fn with_segments(jpeg: &[u8], segments: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = jpeg[..2].to_vec();
    for (marker, body) in segments {
        push_segment(&mut bytes, *marker, body);
    }
    bytes.extend(&jpeg[2..]);
    bytes
}

/// APP2 segments that hold an ICC profile in parts.
pub fn icc_segments(icc: &[u8], part: usize) -> Vec<(u8, Vec<u8>)> {
    let parts: Vec<&[u8]> = icc.chunks(part).collect();
    let total = parts.len() as u8;
    (1..=total).zip(parts).map(|(n, part)| (0xE2, [&b"ICC_PROFILE\0"[..], &[n, total], part].concat())).collect()
}

/// A PNG chunk with its checksum.
pub fn png_chunk(name: [u8; 4], body: &[u8]) -> Vec<u8> {
    let typed = [&name[..], body].concat();
    let crc = !typed.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    [&(body.len() as u32).to_be_bytes()[..], &typed, &crc.to_be_bytes()].concat()
}

/// Inserts chunks behind the header of a PNG.
pub fn with_chunks(png: &[u8], chunks: &[([u8; 4], &[u8])]) -> Vec<u8> {
    const HEADER_END: usize = 33;
    let chunks: Vec<u8> = chunks.iter().flat_map(|(name, body)| png_chunk(*name, body)).collect();
    [&png[..HEADER_END], &chunks, &png[HEADER_END..]].concat()
}

/// A PNG with more chunks.
pub fn png_with_chunks(picture: &RgbImage, chunks: &[([u8; 4], &[u8])]) -> Vec<u8> {
    with_chunks(&encode_picture(picture.clone(), ImageFormat::Png), chunks)
}

/// A JPEG of 8 x 8 pixels of one color in four inverted inks, as CMYK or YCCK: each block holds only its mean.
pub fn inks_jpeg(inks: [u8; 4], ycck: bool) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8];
    push_segment(&mut bytes, 0xEE, &[&b"Adobe\0\x64\0\0\0\0"[..], &[if ycck { 2 } else { 0 }]].concat());
    push_segment(&mut bytes, 0xDB, &[&[0][..], &[8; 64]].concat());
    let components: Vec<u8> = (1..=4).flat_map(|id| [id, 0x11, 0]).collect();
    push_segment(&mut bytes, 0xC0, &[&[8, 0, 8, 0, 8, 4][..], &components].concat());
    // DC: twelve codes of four bits for the sizes 0 to 11; AC: one code of one bit, end of block
    let counts = |length: usize, count: u8| (1..=16).map(|l| if l == length { count } else { 0 }).collect::<Vec<u8>>();
    push_segment(&mut bytes, 0xC4, &[vec![0x00], counts(4, 12), (0..12).collect()].concat());
    push_segment(&mut bytes, 0xC4, &[vec![0x10], counts(1, 1), vec![0]].concat());
    let scan: Vec<u8> = (1..=4).flat_map(|id| [id, 0]).collect();
    push_segment(&mut bytes, 0xDA, &[&[4][..], &scan, &[0, 63, 0]].concat());
    let bits: String = samples(inks, ycck).into_iter().map(|sample| block(i32::from(sample) - 128)).collect();
    for byte in bits.as_bytes().chunks(8) {
        let padded = (0..8).fold(0u8, |all, i| all << 1 | u8::from(byte.get(i).is_none_or(|bit| *bit == b'1')));
        bytes.push(padded);
        if padded == 0xFF {
            bytes.push(0);
        }
    }
    bytes.extend([0xFF, 0xD9]);
    bytes
}

/// The stored samples: the inks, or luma and chroma of what the first three leave out.
fn samples(inks: [u8; 4], ycck: bool) -> [u8; 4] {
    if !ycck {
        return inks;
    }
    let [r, g, b] = [inks[0], inks[1], inks[2]].map(|ink| 255. - f32::from(ink));
    let luma = 0.299 * r + 0.587 * g + 0.114 * b;
    let chroma = [128. + (b - luma) / 1.772, 128. + (r - luma) / 1.402];
    [luma.round() as u8, chroma[0].round() as u8, chroma[1].round() as u8, inks[3]]
}

/// Bits of a block with a mean; the quantiser is that of the DC coefficient of 64 equal samples.
fn block(mean: i32) -> String {
    let size = (32 - mean.unsigned_abs().leading_zeros()) as usize;
    let value = if mean < 0 { mean + (1 << size) - 1 } else { mean };
    let digits = if size == 0 { String::new() } else { format!("{value:0size$b}") };
    format!("{size:04b}{digits}0")
}
