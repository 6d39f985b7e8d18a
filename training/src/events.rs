//! `TensorBoard` event files: `TFRecord`s of `Event` messages (`tensorflow/core/util/event.proto`), scalars only.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;

/// The constant of the `TFRecord` format that masks checksums, so that data containing checksums get different ones.
const MASK_DELTA: u32 = 0xA282_EAD8;
/// Castagnoli polynomial, reflected.
const CRC32C_POLYNOMIAL: u32 = 0x82F6_3B78;

/// Writes scalars for `TensorBoard`. Times count from the file's creation.
pub struct EventWriter {
    file: File,
    start: Instant,
}

impl EventWriter {
    /// Creates the event file of a training; `first_step` distinguishes a resumed training's file from the previous
    /// one.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn create(dir: &Path, first_step: usize) -> anyhow::Result<Self> {
        let path = dir.join(format!("events.out.tfevents.{first_step:010}.training"));
        let file = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        let mut writer = Self { file, start: Instant::now() };
        writer.write(0, &field_bytes(3, b"brain.Event:2"))?;
        Ok(writer)
    }

    /// Writes a step's values.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn scalars(&mut self, step: usize, values: &[(&str, f32)]) -> std::io::Result<()> {
        let mut summary = Vec::new();
        for (tag, value) in values {
            let mut scalar = field_bytes(1, tag.as_bytes());
            scalar.push((2 << 3) | 5);
            scalar.extend(value.to_le_bytes());
            summary.extend(field_bytes(1, &scalar));
        }
        self.write(step, &field_bytes(5, &summary))
    }

    fn write(&mut self, step: usize, content: &[u8]) -> std::io::Result<()> {
        let mut event = vec![(1 << 3) | 1];
        event.extend(self.start.elapsed().as_secs_f64().to_le_bytes());
        event.push(2 << 3);
        event.extend(varint(step as u64));
        event.extend(content);
        let length = (event.len() as u64).to_le_bytes();
        let mut record = length.to_vec();
        record.extend(masked_crc(&length).to_le_bytes());
        record.extend(&event);
        record.extend(masked_crc(&event).to_le_bytes());
        self.file.write_all(&record)
    }
}

/// Encodes a protobuf varint.
pub(crate) fn varint(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

/// Encodes a length-delimited protobuf field.
pub(crate) fn field_bytes(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![(number << 3) | 2];
    out.extend(varint(bytes.len() as u64));
    out.extend(bytes);
    out
}

fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (CRC32C_POLYNOMIAL & (crc & 1).wrapping_neg()))
    })
}

fn masked_crc(bytes: &[u8]) -> u32 {
    crc32c(bytes).rotate_right(15).wrapping_add(MASK_DELTA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32c_equals_published_check_value() {
        assert_eq!(crc32c(b"123456789"), 0xE306_9283);
    }

    #[test]
    fn records_have_lengths_and_checksums() {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = EventWriter::create(dir.path(), 7).unwrap();
        writer.scalars(300, &[("loss/mask", 0.5)]).unwrap();
        let bytes = std::fs::read(dir.path().join("events.out.tfevents.0000000007.training")).unwrap();
        let (mut rest, mut records) = (&bytes[..], Vec::new());
        while !rest.is_empty() {
            let length = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize;
            assert_eq!(rest[8..12], masked_crc(&rest[..8]).to_le_bytes());
            let event = &rest[12..12 + length];
            assert_eq!(rest[12 + length..16 + length], masked_crc(event).to_le_bytes());
            records.push(event.to_vec());
            rest = &rest[16 + length..];
        }
        assert_eq!(records.len(), 2);
        assert!(records[0].ends_with(b"brain.Event:2"));
        // step 300 as a varint, the tag, and 0.5
        assert_eq!(records[1][9..12], [2 << 3, 0xAC, 0x02]);
        assert!(records[1].windows(9).any(|part| part == b"loss/mask") && records[1].ends_with(&0.5f32.to_le_bytes()));
    }
}
