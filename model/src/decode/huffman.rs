//! JPEG's Huffman codes and the bit reader for them (ITU-T T.81, annexes C and F.2.2).

/// Codes of at most this many bits are resolved by one table access.
const LOOKUP_BITS: u32 = 10;
/// Number of bits that index a [`RunTable`].
const RUN_BITS: u32 = 11;
/// Longest Huffman code in bits.
const MAX_CODE_BITS: u32 = 16;

/// A Huffman table as a DHT segment defines it.
pub(super) struct HuffmanTable {
    /// Symbol and code length by the next [`LOOKUP_BITS`] bits; length 0 if the code is longer or unassigned.
    lookup: Vec<(u8, u8)>,
    /// First unassigned code of each length, shifted to 16 bits, in order of length.
    limits: [u32; MAX_CODE_BITS as usize + 1],
    /// Index of a length's first symbol minus its first code.
    offsets: [i32; MAX_CODE_BITS as usize + 1],
    symbols: Vec<u8>,
}

impl HuffmanTable {
    /// Builds the table from the number of codes of each length, 1 to 16 bits, and the symbols in order of their codes.
    /// `None` if the codes do not fit into their lengths.
    pub(super) fn new(counts: &[u8; 16], symbols: &[u8]) -> Option<Self> {
        let mut table = Self {
            lookup: vec![(0, 0); 1 << LOOKUP_BITS],
            limits: [0; MAX_CODE_BITS as usize + 1],
            offsets: [0; MAX_CODE_BITS as usize + 1],
            symbols: symbols.to_vec(),
        };
        let (mut code, mut index) = (0u32, 0usize);
        for (length, count) in (1..=MAX_CODE_BITS).zip(counts) {
            table.offsets[length as usize] = i32::try_from(index).ok()? - i32::try_from(code).ok()?;
            for symbol in symbols.get(index..index + usize::from(*count))? {
                if code >> length != 0 {
                    return None;
                }
                if length <= LOOKUP_BITS {
                    let first = (code << (LOOKUP_BITS - length)) as usize;
                    let entry = (*symbol, u8::try_from(length).ok()?);
                    table.lookup.get_mut(first..first + (1 << (LOOKUP_BITS - length)))?.fill(entry);
                }
                code += 1;
            }
            index += usize::from(*count);
            table.limits[length as usize] = code << (MAX_CODE_BITS - length);
            code <<= 1;
        }
        Some(table)
    }

    /// Returns the symbol and the length of the code at the start of the next 16 bits.
    #[inline]
    fn find(&self, next: u32) -> Option<(u8, u32)> {
        let (symbol, length) = self.lookup[(next >> (MAX_CODE_BITS - LOOKUP_BITS)) as usize & ((1 << LOOKUP_BITS) - 1)];
        if length > 0 {
            return Some((symbol, u32::from(length)));
        }
        let length = (LOOKUP_BITS + 1..=MAX_CODE_BITS).find(|length| next < self.limits[*length as usize])?;
        let code = i32::try_from(next >> (MAX_CODE_BITS - length)).ok()?;
        let index = usize::try_from(code + self.offsets[length as usize]).ok()?;
        Some((*self.symbols.get(index)?, length))
    }
}

/// Whether an AC symbol ends a sequential block. The only other symbol without a value is a run of 16 zeros.
pub(super) fn ends_block(symbol: u8) -> bool {
    symbol.is_multiple_of(16) && symbol != 0xF0
}

/// The symbols within the next [`RUN_BITS`] bits of a sequential block's AC coefficients.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    /// Number of bits of the symbols and their values; 0 if the first does not fit.
    bits: u8,
    /// Number of coefficients that the symbols cover.
    pub(super) advance: u8,
    /// Whether the block ends.
    pub(super) ends: bool,
}

/// Runs, indexed by the next [`RUN_BITS`] bits.
pub(super) struct RunTable(Vec<Run>);

impl RunTable {
    pub(super) fn new(table: &HuffmanTable) -> Self {
        let runs = (0..1u32 << RUN_BITS).map(|next| {
            let mut run = Run::default();
            while let Some((symbol, length)) = table.find((next << (MAX_CODE_BITS - RUN_BITS) << run.bits) & 0xFFFF) {
                let bits = u32::from(run.bits) + length + u32::from(symbol & 15);
                let Some(bits) = u8::try_from(bits).ok().filter(|bits| u32::from(*bits) <= RUN_BITS) else { break };
                run.bits = bits;
                run.ends = ends_block(symbol);
                if run.ends {
                    break;
                }
                run.advance += (symbol >> 4) + 1;
            }
            run
        });
        Self(runs.collect())
    }
}

/// Reads the bits of entropy-coded data up to the next marker.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Position of the first byte that is not in `buffer`.
    position: usize,
    /// The next bits, the first one highest; bits below `available` are unused.
    buffer: u64,
    /// Number of valid bits in `buffer`.
    available: u32,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8], position: usize) -> Self {
        Self { bytes, position, buffer: 0, available: 0 }
    }

    /// Position of the first unread byte.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Fills the buffer to more than 32 bits, if there are enough data.
    #[inline]
    fn refill(&mut self) {
        if self.available > 32 {
            return;
        }
        if let Some(next) = self.bytes.get(self.position..).and_then(<[u8]>::first_chunk) {
            let word = u64::from_be_bytes(*next);
            // no byte is 0xFF: no byte of the complement is zero
            if (!word).wrapping_sub(0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
                let count = (63 - self.available) / 8;
                self.buffer |= word >> self.available;
                self.available += 8 * count;
                self.position += count as usize;
                return;
            }
        }
        self.refill_bytewise();
    }

    #[inline(never)]
    fn refill_bytewise(&mut self) {
        while self.available <= 56 {
            let Some(byte) = self.bytes.get(self.position) else { return };
            let width = if *byte == 0xFF {
                // in data, 0xFF is followed by a stuffed zero; anything else is a marker
                if self.bytes.get(self.position + 1) != Some(&0) {
                    return;
                }
                2
            } else {
                1
            };
            self.buffer |= u64::from(*byte) << (56 - self.available);
            self.available += 8;
            self.position += width;
        }
    }

    #[inline]
    fn consume(&mut self, count: u32) -> Option<()> {
        self.available = self.available.checked_sub(count)?;
        self.buffer <<= count;
        Some(())
    }

    /// Reads a symbol. `None` if the data end or no code matches.
    #[inline]
    pub(super) fn symbol(&mut self, table: &HuffmanTable) -> Option<u8> {
        self.refill();
        let (symbol, length) = table.find((self.buffer >> 48) as u32)?;
        self.consume(length)?;
        Some(symbol)
    }

    /// Reads a symbol and skips the number of bits given by its lower half.
    #[inline]
    pub(super) fn symbol_with_value(&mut self, table: &HuffmanTable) -> Option<u8> {
        self.refill();
        let (symbol, length) = table.find((self.buffer >> 48) as u32)?;
        // at most 31 of more than 32 bits
        self.consume(length + u32::from(symbol & 15))?;
        Some(symbol)
    }

    /// Skips the whole AC symbols of a sequential block that one table access resolves. `None` if there are none.
    #[inline]
    pub(super) fn skip_run(&mut self, table: &RunTable, position: u32) -> Option<Run> {
        self.refill();
        let run = table.0[(self.buffer >> (64 - RUN_BITS)) as usize];
        // a block that ends without an end-of-block code is followed by another block's codes
        if run.bits == 0 || position + u32::from(run.advance) >= 64 {
            return None;
        }
        self.consume(u32::from(run.bits))?;
        Some(run)
    }

    /// Reads up to 16 bits as a number.
    pub(super) fn bits(&mut self, count: u32) -> Option<u32> {
        self.refill();
        let value = (self.buffer >> 48) as u32 >> (MAX_CODE_BITS - count);
        self.consume(count)?;
        Some(value)
    }

    /// Skips up to 64 bits.
    #[inline]
    pub(super) fn skip(&mut self, count: u32) -> Option<()> {
        if count == 0 {
            return Some(());
        }
        let first = count.min(32);
        self.refill();
        self.consume(first)?;
        if count > first {
            self.refill();
            self.consume(count - first)?;
        }
        Some(())
    }

    /// Continues behind the next marker, which must be a restart marker.
    pub(super) fn restart(&mut self) -> Option<()> {
        let (marker, end) = super::jpeg::next_marker(self.bytes, self.position)?;
        if !(0xD0..=0xD7).contains(&marker) {
            return None;
        }
        *self = Self::new(self.bytes, end);
        Some(())
    }
}
