//! The streams that parsing a PDF decompresses into memory: object streams and cross-reference streams.
//!
//! The parser has no limit of its own, decompresses whatever stream the cross-reference names as an object stream, and
//! passes it through any filters. Therefore every other stream is hidden from it, by a change of the keyword `stream` in
//! the bytes that are parsed, and these are measured before, by the parser's own decoder.

use std::collections::BTreeMap;

use hayro_syntax::object::dict::Dict;
use hayro_syntax::object::{Array, FromBytes as _, MaybeRef, Name, Object, Stream};

use crate::rejected::RejectedPdf;

/// The largest sum of these streams after decompression. The objects of a long report take 5 MB.
const MAX_UNPACKED_BYTES: usize = 16 * 1024 * 1024;
/// The largest of these streams after decompression, and the largest dictionary outside them: a dictionary of short keys
/// takes 25 times its size in memory.
const MAX_CONTAINER_BYTES: usize = 4 * 1024 * 1024;
/// The largest sum of objects that these streams list. Each takes memory.
const MAX_OBJECTS: usize = 500_000;
/// The largest number of names. Each may be a key that takes memory; the densest plain text of 10 MB has fewer.
const MAX_NAMES: usize = 750_000;
/// The largest number of these streams.
const MAX_CONTAINERS: usize = 5_000;
/// The largest number of dictionaries that may be a trailer: each one costs the decompression of an object stream.
const MAX_TRAILERS: usize = 100;
/// The largest number of `<<` that begin no dictionary. Compressed data of 10 MB contains about 150.
const MAX_FALSE_STARTS: usize = 1_000;
/// How often dictionaries may contain each other, on average.
const MAX_NESTING: usize = 16;
/// The bytes that one byte of deflated data becomes at most: a match of 258 bytes takes two bits.
const MAX_DEFLATE_RATIO: usize = 1_032;

const KEYWORD: &[u8] = b"stream";

/// A stream that is labelled as an object or cross-reference stream.
#[derive(Clone, Copy, Debug)]
struct Container {
    /// Where its dictionary begins.
    dict: usize,
    /// Where its keyword `stream` begins.
    keyword: usize,
    /// Whether its length is another object, which the parser would have to find first.
    has_indirect_length: bool,
}

/// Hides the streams that the parser must not decompress, and checks those that it may decompress.
///
/// # Errors
/// [`RejectedPdf::TooLarge`] when they exceed the limits, [`RejectedPdf::Encrypted`], or [`RejectedPdf::NotAPdf`] when
/// their size cannot be known: with filters other than one `FlateDecode`, without a zlib header, or when parts of the
/// file overlap.
pub(crate) fn hide_unbounded(file: &mut [u8]) -> Result<(), RejectedPdf> {
    if file.split(|byte| *byte == b'/').count() > MAX_NAMES {
        return Err(RejectedPdf::TooLarge);
    }
    let containers = find_containers(file)?;
    hide_other_streams(file, &containers);
    let (mut unpacked, mut objects) = (0, 0);
    for container in containers.values().filter(|container| container.has_indirect_length) {
        hide_length(file, *container);
    }
    for container in containers.values() {
        let size = measure(file, *container, MAX_CONTAINER_BYTES.min(MAX_UNPACKED_BYTES - unpacked))?;
        unpacked += size.bytes;
        objects += size.objects;
        if objects > MAX_OBJECTS {
            return Err(RejectedPdf::TooLarge);
        }
    }
    Ok(())
}

/// Returns where some bytes begin.
pub(crate) fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// Returns where a stream's data begins, if its keyword is followed by the end of the line as the parser requires it.
pub(crate) fn data_start(file: &[u8], keyword: usize) -> Option<usize> {
    let start = keyword + KEYWORD.len();
    let rest = file.get(start..)?;
    let newline = [b"\n".as_slice(), b"\r\n", b"\r"].into_iter().find(|newline| rest.starts_with(newline))?;
    Some(start + newline.len())
}

/// Returns whether the parser takes data as zlib's. It takes other data as deflated without a header.
pub(crate) fn has_zlib_header(data: &[u8]) -> bool {
    matches!(data, [method, flags, ..] if method & 0x0f == 8 && (u16::from(*method) << 8 | u16::from(*flags)).is_multiple_of(31) && flags & 0x20 == 0)
}

/// Finds the containers by their keywords. The parser may begin at any dictionary, so all are read, with its own code.
fn find_containers(file: &[u8]) -> Result<BTreeMap<usize, Container>, RejectedPdf> {
    let mut streams: BTreeMap<usize, Option<Container>> = BTreeMap::new();
    let (mut read_bytes, mut false_starts, mut trailers) = (0, 0, 0);
    for dict_start in (0..file.len()).filter(|at| file[*at..].starts_with(b"<<")) {
        let Some(dict) = Dict::from_bytes(&file[dict_start..]) else {
            false_starts += 1;
            if false_starts > MAX_FALSE_STARTS {
                return Err(RejectedPdf::NotAPdf);
            }
            continue;
        };
        if dict.contains_key("Encrypt") {
            return Err(RejectedPdf::Encrypted);
        }
        trailers += usize::from(dict.contains_key("Root"));
        if dict.data().len() > MAX_CONTAINER_BYTES {
            return Err(RejectedPdf::TooLarge);
        }
        let keyword = skip_comments(file, dict_start + dict.data().len());
        read_bytes += keyword - dict_start;
        if trailers > MAX_TRAILERS || read_bytes > file.len().saturating_mul(MAX_NESTING) {
            return Err(RejectedPdf::NotAPdf);
        }
        if !file[keyword..].starts_with(KEYWORD) {
            continue;
        }
        let container = is_container(&dict).then(|| Container {
            dict: dict_start,
            keyword,
            has_indirect_length: dict.get_ref("Length").is_some(),
        });
        // two dictionaries that end at the same stream: it is not known which filters it has
        if streams.insert(keyword, container).is_some_and(|earlier| earlier.or(container).is_some()) {
            return Err(RejectedPdf::NotAPdf);
        }
    }
    let containers: BTreeMap<_, _> =
        streams.into_iter().filter_map(|(keyword, container)| Some((keyword, container?))).collect();
    if containers.len() > MAX_CONTAINERS { Err(RejectedPdf::TooLarge) } else { Ok(containers) }
}

fn is_container(dict: &Dict<'_>) -> bool {
    dict.get::<Name<'_>>("Type").is_some_and(|name| [b"ObjStm".as_slice(), b"XRef"].contains(&name.as_ref()))
}

/// Returns the position after white space and comments.
fn skip_comments(file: &[u8], mut at: usize) -> usize {
    loop {
        match file.get(at) {
            Some(0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ') => at += 1,
            Some(b'%') => {
                let rest = &file[at..];
                at += rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
            }
            _ => return at,
        }
    }
}

/// Changes the keyword of every stream that is not a container. What follows is read as an object that is not a stream.
fn hide_other_streams(file: &mut [u8], containers: &BTreeMap<usize, Container>) {
    let mut from = 0;
    while let Some(found) = file.get(from..).and_then(|rest| find(rest, KEYWORD)) {
        let keyword = from + found;
        if !containers.contains_key(&keyword) && !file[..keyword].ends_with(b"end") {
            file[keyword] = b'x';
        }
        from = keyword + KEYWORD.len();
    }
}

/// Hides the length, so that the parser takes the data up to `endstream`, as [`find_data`] does.
fn hide_length(file: &mut [u8], container: Container) {
    let dict = &mut file[container.dict..container.keyword];
    while let Some(at) = find(dict, b"/Length") {
        dict[at + 1] = b'x';
    }
}

/// The size of a container after decompression.
struct Size {
    bytes: usize,
    objects: usize,
}

fn measure(file: &[u8], container: Container, limit: usize) -> Result<Size, RejectedPdf> {
    let dict = file.get(container.dict..).and_then(Dict::from_bytes).ok_or(RejectedPdf::NotAPdf)?;
    let is_compressed = is_deflated(&dict).ok_or(RejectedPdf::NotAPdf)?;
    // without data it is no stream, and is not decompressed
    let Some(data) = find_data(file, &dict, container.keyword)? else { return Ok(Size { bytes: 0, objects: 0 }) };
    let bytes = match is_compressed {
        false => Some(data.len()).filter(|size| *size <= limit),
        true if !has_zlib_header(data) => return Err(RejectedPdf::NotAPdf),
        true => unpacked_size(data, limit),
    };
    let bytes = bytes.ok_or(RejectedPdf::TooLarge)?;
    Ok(Size { bytes, objects: count_objects(&dict, bytes) })
}

/// Returns whether a container's only filter is `FlateDecode`, false if it has none, and `None` for other filters, for
/// filters or parameters that are other objects, and for parameters that take memory.
fn is_deflated(dict: &Dict<'_>) -> Option<bool> {
    let direct = ["Type", "Filter", "DecodeParms", "N", "First", "W", "Index", "Size"];
    if direct.iter().any(|key| dict.get_ref(key).is_some()) || dict.contains_key("F") || dict.contains_key("DP") {
        return None;
    }
    let is_flate = |name: &Name<'_>| [b"FlateDecode".as_slice(), b"Fl"].contains(&name.as_ref());
    let is_deflated = match dict.get::<Object<'_>>("Filter") {
        None => false,
        Some(Object::Name(name)) if is_flate(&name) => true,
        Some(Object::Array(names)) if is_one(&names, |name| matches!(name, Object::Name(name) if is_flate(name))) => {
            true
        }
        Some(_) => return None,
    };
    let has_small_rows = match dict.get::<Object<'_>>("DecodeParms") {
        None | Some(Object::Null(_)) => true,
        Some(Object::Dict(parameters)) => are_rows_small(&parameters),
        Some(Object::Array(all)) => is_one(&all, |item| match item {
            Object::Dict(parameters) => are_rows_small(parameters),
            other => matches!(other, Object::Null(_)),
        }),
        Some(_) => false,
    };
    has_small_rows.then_some(is_deflated)
}

/// Returns whether an array has exactly one item, which is not in another object and fulfils a condition.
fn is_one(array: &Array<'_>, condition: impl Fn(&Object<'_>) -> bool) -> bool {
    let mut items = array.raw_iter();
    let is_right = matches!(items.next(), Some(MaybeRef::NotRef(item)) if condition(&item));
    is_right && items.next().is_none()
}

/// Returns whether the rows of a predictor are those of a cross-reference stream. The parser allocates one of any length.
fn are_rows_small(parameters: &Dict<'_>) -> bool {
    let number = |key: &str, default: usize| match parameters.get_ref(key) {
        Some(_) => None,
        None if parameters.contains_key(key) => parameters.get::<usize>(key),
        None => Some(default),
    };
    number("Columns", 1).is_some_and(|columns| (1..=65_535).contains(&columns))
        && number("Colors", 1).is_some_and(|colors| (1..=4).contains(&colors))
        && number("BitsPerComponent", 8) == Some(8)
}

/// Finds a container's data as the parser does: by its length if `endstream` follows, and else up to the next `endstream`.
fn find_data<'a>(file: &'a [u8], dict: &Dict<'_>, keyword: usize) -> Result<Option<&'a [u8]>, RejectedPdf> {
    if dict.get_ref("Length").is_some() {
        return Err(RejectedPdf::NotAPdf);
    }
    let Some(data) = data_start(file, keyword).and_then(|start| file.get(start..)) else { return Ok(None) };
    let length = dict.get::<u32>("Length").and_then(|length| usize::try_from(length).ok());
    let whole = length.and_then(|length| data.split_at_checked(length)).filter(|(_, rest)| {
        let end = rest.iter().position(|byte| !matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' '));
        end.is_some_and(|end| rest[end..].starts_with(b"endstream"))
    });
    Ok(match whole {
        Some((whole, _)) => Some(whole),
        None => find(data, b"endstream").map(|end| &data[..end]),
    })
}

/// Returns the size of deflated data after decompression, or `None` if it exceeds the limit. It decompresses longer and
/// longer parts, so that none can exceed the limit by more than [`MAX_UNPACKED_BYTES`].
fn unpacked_size(data: &[u8], limit: usize) -> Option<usize> {
    let (mut end, mut size) = (0, 0);
    while end < data.len() {
        end = data.len().min(end + (limit - size + MAX_UNPACKED_BYTES) / MAX_DEFLATE_RATIO);
        size = decode(&data[..end])?;
        if size > limit {
            return None;
        }
    }
    Some(size)
}

fn decode(data: &[u8]) -> Option<usize> {
    let head = format!("<</Filter/FlateDecode/Length {}>>stream\n", data.len());
    let text = [head.as_bytes(), data, b"\nendstream"].concat();
    let stream = Stream::from_bytes(&text)?;
    // data that cannot be decompressed has no objects
    Some(stream.decoded().map_or(0, |decoded| decoded.len()))
}

/// Returns how many objects the parser notes at most. A cross-reference stream has a row for each, an object stream a
/// number and a position, which take four bytes or more. Either label may be used as both.
fn count_objects(dict: &Dict<'_>, bytes: usize) -> usize {
    let rows = dict.get::<[u8; 3]>("W").map_or(0, |[kind, place, index]| {
        let row = usize::from(kind.min(1)) + usize::from(place) + usize::from(index);
        bytes / row.max(1)
    });
    rows + dict.get::<usize>("N").unwrap_or(0).min(bytes / 4 + 1)
}
