//! Finds the primary picture of a JPEG file and checks that it is complete (ITU-T T.81, annex B).

use std::borrow::Cow;

use super::huffman::{BitReader, HuffmanTable};
use super::scan::{Component, Frame, Scan, ScanHeader, Tables};
use crate::result::FailureCode::{self, NotAnImage};

const SOF0: u8 = 0xC0;
const SOF1: u8 = 0xC1;
const SOF2: u8 = 0xC2;
const DHT: u8 = 0xC4;
const SOI: u8 = 0xD8;
const EOI: u8 = 0xD9;
const SOS: u8 = 0xDA;
const DRI: u8 = 0xDD;
/// Maximum number of scans of a progressive picture; the decoder has the same limit.
const MAX_SCANS: usize = 100;

/// Returns the primary picture's bytes up to its EOI marker, which is added if the file ends without one. Pictures
/// inside of segments (the EXIF thumbnail) and everything after the primary picture are ignored.
///
/// Completeness matters because the decoder fills missing parts with gray, so that a truncated photo would get a
/// plausible score.
///
/// # Errors
/// [`FailureCode::NotAnImage`] if a block of the picture is missing or cannot be decoded, [`FailureCode::TooLarge`] if
/// it exceeds the limits.
pub(super) fn primary_picture(bytes: &[u8]) -> Result<Cow<'_, [u8]>, FailureCode> {
    Parser::default().parse(bytes)
}

/// Returns the next marker at or after a position, and the position after it.
pub(super) fn next_marker(bytes: &[u8], position: usize) -> Option<(u8, usize)> {
    let rest = bytes.get(position..)?;
    let at = rest.windows(2).position(|pair| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xFF))?;
    Some((rest[at + 1], position + at + 2))
}

#[derive(Default)]
struct Parser {
    frame: Option<Frame>,
    tables: Tables,
    restart_interval: u32,
}

impl Parser {
    /// Reads segments and scans up to the EOI marker, or to the end of the file if the frame is complete by then.
    fn parse(mut self, bytes: &[u8]) -> Result<Cow<'_, [u8]>, FailureCode> {
        let mut position = 0;
        let mut scans = 0;
        loop {
            let complete = self.frame.as_ref().is_some_and(Frame::is_complete);
            let Some((marker, start)) = next_marker(bytes, position) else {
                // other bytes may have been mistaken for the missing data
                let ended = matches!(bytes.get(position..), Some([] | [0xFF]));
                let whole = || Cow::Owned([&bytes[..position], &[0xFF, EOI]].concat());
                return (complete && ended).then(whole).ok_or(NotAnImage);
            };
            match marker {
                EOI if complete => return Ok(Cow::Borrowed(&bytes[..start])),
                SOI if position > 0 => return Err(NotAnImage),
                0x01 | 0xD0..=SOI => {
                    position = start;
                    continue;
                }
                _ => {}
            }
            let body = segment(bytes, start).ok_or(NotAnImage)?;
            position = start + 2 + body.len();
            match marker {
                SOF0 | SOF1 | SOF2 if self.frame.is_none() => self.frame = Some(parse_frame(body, marker == SOF2)?),
                // other processes (lossless, arithmetic), a second frame, or an early end
                0xC3 | 0xC5..=0xCF | SOF0..=SOF2 | EOI => return Err(NotAnImage),
                DHT => parse_huffman_tables(body, &mut self.tables).ok_or(NotAnImage)?,
                DRI => {
                    let interval = body.first_chunk().ok_or(NotAnImage)?;
                    self.restart_interval = u32::from(u16::from_be_bytes(*interval));
                }
                SOS if scans < MAX_SCANS => {
                    scans += 1;
                    position = self.read_scan(body, bytes, position).ok_or(NotAnImage)?;
                }
                SOS => return Err(NotAnImage),
                _ => {}
            }
        }
    }

    fn read_scan(&mut self, body: &[u8], bytes: &[u8], start: usize) -> Option<usize> {
        let frame = self.frame.as_mut()?;
        let header = parse_scan_header(body, frame)?;
        let scan = Scan { header: &header, tables: &self.tables, restart_interval: self.restart_interval };
        let mut reader = BitReader::new(bytes, start);
        scan.read(frame, &mut reader)?;
        Some(reader.position())
    }
}

/// Returns the content of a segment, whose length field is at `position`.
fn segment(bytes: &[u8], position: usize) -> Option<&[u8]> {
    let length = bytes.get(position..)?.first_chunk()?;
    bytes.get(position + 2..position + usize::from(u16::from_be_bytes(*length)))
}

fn parse_frame(body: &[u8], progressive: bool) -> Result<Frame, FailureCode> {
    let (&[_, h1, h0, w1, w0, count], rest) = body.split_first_chunk().ok_or(NotAnImage)?;
    let (width, height) = (u32::from(u16::from_be_bytes([w1, w0])), u32::from(u16::from_be_bytes([h1, h0])));
    super::check_size(width, height)?;
    let components: Vec<_> = rest
        .chunks_exact(3)
        .take(usize::from(count))
        .map(|c| Component::new(c[0], u32::from(c[1] >> 4), u32::from(c[1] & 15)))
        .collect();
    let sampling_is_valid = |c: &Component| (1..=4).contains(&c.horizontal) && (1..=4).contains(&c.vertical);
    if width == 0 || height == 0 || !(1..=4).contains(&components.len()) || !components.iter().all(sampling_is_valid) {
        return Err(NotAnImage);
    }
    Ok(Frame { progressive, width, height, components })
}

fn parse_huffman_tables(mut body: &[u8], tables: &mut Tables) -> Option<()> {
    while let Some((&destination, rest)) = body.split_first() {
        let (counts, rest) = rest.split_first_chunk::<16>()?;
        let (symbols, rest) = rest.split_at_checked(counts.iter().map(|count| usize::from(*count)).sum())?;
        let table = HuffmanTable::new(counts, symbols)?;
        *tables.get_mut(usize::from(destination >> 4))?.get_mut(usize::from(destination & 15))? = Some(table);
        body = rest;
    }
    Some(())
}

fn parse_scan_header(body: &[u8], frame: &Frame) -> Option<ScanHeader> {
    let (&count, rest) = body.split_first()?;
    let (selectors, rest) = rest.split_at_checked(2 * usize::from(count))?;
    let (&[first, last, approximation], _) = rest.split_first_chunk()?;
    let mut components = Vec::new();
    for selector in selectors.chunks_exact(2) {
        let index = frame.components.iter().position(|c| c.id == selector[0])?;
        components.push((index, usize::from(selector[1] >> 4), usize::from(selector[1] & 15)));
    }
    let (band, low) = if frame.progressive { ((first, last), approximation & 15) } else { ((0, 63), 0) };
    let valid = band.0 <= band.1 && band.1 < 64 && (1..=4).contains(&components.len());
    valid.then_some(ScanHeader { components, band, high: approximation >> 4, low })
}
