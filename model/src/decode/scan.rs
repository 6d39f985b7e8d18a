//! Reads the entropy-coded data of JPEG scans without computing pixels, to check that every block exists.

use super::huffman::{BitReader, HuffmanTable, RunTable, ends_block};

/// Marks a coefficient that no scan has contained.
const UNSEEN: u8 = u8::MAX;

/// A frame's component, and the parts of it that the scans contained so far.
pub(super) struct Component {
    pub(super) id: u8,
    pub(super) horizontal: u32,
    pub(super) vertical: u32,
    /// Lowest bit of each coefficient that was contained, in zigzag order.
    lowest_bits: [u8; 64],
    /// Nonzero coefficients by block, one bit each in zigzag order; progressive frames only.
    nonzero: Vec<u64>,
}

impl Component {
    pub(super) fn new(id: u8, horizontal: u32, vertical: u32) -> Self {
        Self { id, horizontal, vertical, lowest_bits: [UNSEEN; 64], nonzero: Vec::new() }
    }

    /// Whether the scans contained all bits of all coefficients.
    pub(super) fn is_complete(&self) -> bool {
        self.lowest_bits == [0; 64]
    }
}

/// The contents of a frame header.
pub(super) struct Frame {
    pub(super) progressive: bool,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) components: Vec<Component>,
}

impl Frame {
    /// Whether every component has all its coefficients.
    pub(super) fn is_complete(&self) -> bool {
        self.components.iter().all(Component::is_complete)
    }

    /// Returns the columns and rows of data units: interleaved MCUs, or one component's blocks.
    fn units(&self, single: Option<&Component>) -> (u32, u32) {
        let horizontal = self.components.iter().map(|c| c.horizontal).max().unwrap_or(1);
        let vertical = self.components.iter().map(|c| c.vertical).max().unwrap_or(1);
        let (across, down) = single.map_or((1, 1), |c| (c.horizontal, c.vertical));
        ((self.width * across).div_ceil(8 * horizontal), (self.height * down).div_ceil(8 * vertical))
    }
}

/// Huffman tables by class (DC, AC) and destination.
pub(super) type Tables = [[Option<HuffmanTable>; 4]; 2];

/// The contents of a scan header.
pub(super) struct ScanHeader {
    /// Index of the component, destinations of its DC and AC tables.
    pub(super) components: Vec<(usize, usize, usize)>,
    /// First and last coefficient.
    pub(super) band: (u8, u8),
    /// Lowest bit of the band's previous scan; 0 for the first one.
    pub(super) high: u8,
    /// Lowest bit that this scan contains.
    pub(super) low: u8,
}

/// A scan's tables, band and restart interval.
pub(super) struct Scan<'a> {
    pub(super) header: &'a ScanHeader,
    pub(super) tables: &'a Tables,
    /// MCUs between restart markers; 0 for none.
    pub(super) restart_interval: u32,
}

impl Scan<'_> {
    /// Reads the scan's data to their end and records the coefficients in the frame. `None` if data are missing or
    /// invalid.
    pub(super) fn read(&self, frame: &mut Frame, reader: &mut BitReader<'_>) -> Option<()> {
        let last = if frame.progressive {
            self.read_progressive(frame, reader)?;
            self.header.band.1
        } else {
            self.read_sequential(frame, reader)?;
            63
        };
        for (index, ..) in &self.header.components {
            let component = frame.components.get_mut(*index)?;
            component.lowest_bits.get_mut(usize::from(self.header.band.0)..=usize::from(last))?.fill(self.header.low);
        }
        Some(())
    }

    /// Calls `read_mcu` with the index of each MCU and whether it is the first of a restart interval.
    fn for_each_mcu(
        &self,
        reader: &mut BitReader<'_>,
        count: usize,
        mut read_mcu: impl FnMut(&mut BitReader<'_>, usize, bool) -> Option<()>,
    ) -> Option<()> {
        let mut left = self.restart_interval;
        let mut restarted = true;
        for mcu in 0..count {
            if self.restart_interval > 0 {
                if left == 0 {
                    reader.restart()?;
                    (left, restarted) = (self.restart_interval, true);
                }
                left -= 1;
            }
            read_mcu(reader, mcu, restarted)?;
            restarted = false;
        }
        Some(())
    }

    fn table(&self, class: usize, destination: usize) -> Option<&HuffmanTable> {
        self.tables.get(class)?.get(destination)?.as_ref()
    }

    /// Returns the number of blocks of each component per MCU, and the number of MCUs.
    fn layout(&self, frame: &Frame) -> Option<(Vec<u32>, usize)> {
        let components: Option<Vec<_>> = self.header.components.iter().map(|c| frame.components.get(c.0)).collect();
        let components = components?;
        let single = (components.len() == 1).then(|| components[0]);
        let blocks = components.iter().map(|c| if single.is_some() { 1 } else { c.horizontal * c.vertical });
        let (columns, rows) = frame.units(single);
        Some((blocks.collect(), columns as usize * rows as usize))
    }

    fn read_sequential(&self, frame: &Frame, reader: &mut BitReader<'_>) -> Option<()> {
        let (blocks, count) = self.layout(frame)?;
        let mut runs = [const { None }; 4];
        for (_, _, ac) in &self.header.components {
            let table = self.table(1, *ac)?;
            runs.get_mut(*ac)?.get_or_insert_with(|| RunTable::new(table));
        }
        let mut tables = Vec::new();
        for ((_, dc, ac), blocks) in self.header.components.iter().zip(blocks) {
            let set = (self.table(0, *dc)?, self.table(1, *ac)?, runs.get(*ac)?.as_ref()?);
            tables.extend((0..blocks).map(|_| set));
        }
        self.for_each_mcu(reader, count, |reader, _, _| {
            tables.iter().try_for_each(|(dc, ac, runs)| skip_sequential_block(reader, dc, ac, runs))
        })
    }

    fn read_progressive(&self, frame: &mut Frame, reader: &mut BitReader<'_>) -> Option<()> {
        let (first, last) = self.header.band;
        let (blocks, count) = self.layout(frame)?;
        if first > 0 {
            let &[(index, _, ac)] = self.header.components.as_slice() else { return None };
            let band = Band { table: self.table(1, ac)?, first: u32::from(first), last: u32::from(last) };
            let nonzero = &mut frame.components.get_mut(index)?.nonzero;
            nonzero.resize(count, 0);
            let mut run = 0;
            return self.for_each_mcu(reader, count, |reader, block, restarted| {
                run = if restarted { 0 } else { run };
                let mask = nonzero.get_mut(block)?;
                if self.header.high == 0 {
                    band.first_pass(reader, mask, &mut run)
                } else {
                    band.refine(reader, mask, &mut run)
                }
            });
        }
        if last > 0 {
            return None;
        }
        if self.header.high > 0 {
            let bits = blocks.iter().sum();
            return self.for_each_mcu(reader, count, |reader, _, _| reader.skip(bits));
        }
        let mut tables = Vec::new();
        for ((_, dc, _), blocks) in self.header.components.iter().zip(blocks) {
            let table = self.table(0, *dc)?;
            tables.extend((0..blocks).map(|_| table));
        }
        self.for_each_mcu(reader, count, |reader, _, _| {
            tables.iter().try_for_each(|table| reader.symbol_with_value(table).map(drop))
        })
    }
}

#[inline]
fn skip_sequential_block(
    reader: &mut BitReader<'_>,
    dc: &HuffmanTable,
    ac: &HuffmanTable,
    runs: &RunTable,
) -> Option<()> {
    reader.symbol_with_value(dc)?;
    let mut k = 1;
    while k < 64 {
        if let Some(run) = reader.skip_run(runs, k) {
            if run.ends {
                break;
            }
            k += u32::from(run.advance);
            continue;
        }
        let symbol = reader.symbol_with_value(ac)?;
        if ends_block(symbol) {
            break;
        }
        k += u32::from(symbol >> 4) + 1;
    }
    Some(())
}

/// The AC coefficients that a progressive scan contains.
struct Band<'a> {
    table: &'a HuffmanTable,
    first: u32,
    last: u32,
}

impl Band<'_> {
    /// Returns a mask of the band's coefficients from `k` on, one bit each.
    fn mask_from(&self, k: u32) -> u64 {
        (u64::MAX >> (63 - self.last)) & u64::MAX.checked_shl(k).unwrap_or(0)
    }

    /// First scan of a block's band (T.81 G.1.2.2). `run` counts the remaining blocks without coefficients.
    fn first_pass(&self, reader: &mut BitReader<'_>, nonzero: &mut u64, run: &mut u32) -> Option<()> {
        if *run > 0 {
            *run -= 1;
            return Some(());
        }
        let mut k = self.first;
        while k <= self.last {
            let symbol = reader.symbol_with_value(self.table)?;
            let zeros = u32::from(symbol >> 4);
            k += zeros;
            if symbol & 15 > 0 {
                *nonzero |= 1u64.checked_shl(k).unwrap_or(0);
            } else if zeros < 15 {
                *run = (1 << zeros) + reader.bits(zeros)? - 1;
                break;
            }
            k += 1;
        }
        Some(())
    }

    /// Refinement scan of a block's band (T.81 G.1.2.3): every nonzero coefficient has a correction bit.
    fn refine(&self, reader: &mut BitReader<'_>, nonzero: &mut u64, run: &mut u32) -> Option<()> {
        let mut k = self.first;
        while *run == 0 && k <= self.last {
            let symbol = reader.symbol(self.table)?;
            let (mut zeros, size) = (u32::from(symbol >> 4), symbol & 15);
            if size > 0 {
                reader.skip(1)?;
            } else if zeros < 15 {
                *run = (1 << zeros) + reader.bits(zeros)?;
                break;
            }
            // the next zero after the number of zeros that the run gives
            let mut targets = !*nonzero & self.mask_from(k);
            while zeros > 0 && targets != 0 {
                targets &= targets - 1;
                zeros -= 1;
            }
            let end = targets.trailing_zeros().min(self.last + 1);
            reader.skip((*nonzero & self.mask_from(k) & !self.mask_from(end)).count_ones())?;
            k = end;
            if size > 0 && k <= self.last {
                *nonzero |= 1 << k;
            }
            k += 1;
        }
        if *run > 0 {
            reader.skip((*nonzero & self.mask_from(k)).count_ones())?;
            *run -= 1;
        }
        Some(())
    }
}
