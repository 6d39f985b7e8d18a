//! Active content of a PDF: scripts, actions and embedded files.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object};

/// Actions that only move to a place within the file.
const NAVIGATION_ACTIONS: [&[u8]; 2] = [b"GoTo", b"Named"];
/// Actions that a page or a link may have: moves within the file, and URLs that the reader may choose to open.
const HARMLESS_ACTIONS: [&[u8]; 3] = [NAVIGATION_ACTIONS[0], NAVIGATION_ACTIONS[1], b"URI"];
/// Actions of the PDF specification that run, send, play or open something.
const ACTIONS: [&[u8]; 13] = [
    b"JavaScript",
    b"Launch",
    b"ImportData",
    b"SubmitForm",
    b"ResetForm",
    b"GoToE",
    b"GoToR",
    b"Rendition",
    b"RichMediaExecute",
    b"Movie",
    b"Sound",
    b"SetOCGState",
    b"Hide",
];
/// Entries that contain scripts, forms with scripts, or files.
const ENTRIES: [&[u8]; 6] = [b"JS", b"JavaScript", b"XFA", b"EmbeddedFiles", b"EF", b"RichMediaContent"];

/// Returns whether any object of a file has scripts, actions other than moves and URLs, XFA forms, or embedded files.
pub(crate) fn has_active_content(pdf: &Pdf) -> bool {
    pdf.objects().into_iter().any(|object| is_active(&object))
}

/// Checks an object and its direct contents. The objects that it references are checked separately.
fn is_active(object: &Object<'_>) -> bool {
    match object {
        Object::Dict(dict) => is_active_dict(dict),
        Object::Stream(stream) => is_active_dict(stream.dict()),
        Object::Array(array) => is_active_array(array),
        _ => false,
    }
}

fn is_active_array(array: &Array<'_>) -> bool {
    array.raw_iter().any(|item| matches!(item, MaybeRef::NotRef(object) if is_active(&object)))
}

fn is_active_dict(dict: &Dict<'_>) -> bool {
    let is_embedded = dict.get::<Name<'_>>("Type").is_some_and(|name| name.as_ref() == b"EmbeddedFile");
    let runs = dict.get::<Name<'_>>("S").is_some_and(|action| ACTIONS.contains(&action.as_ref()));
    is_embedded
        || runs
        || ENTRIES.iter().any(|entry| dict.contains_key(entry))
        || dict.get::<Dict<'_>>("OpenAction").is_some_and(|action| !is_one_of(&action, &NAVIGATION_ACTIONS))
        || dict.get::<Dict<'_>>("AA").is_some_and(|events| has_action(&events))
        || dict.entries().any(|(_, value)| matches!(value, MaybeRef::NotRef(object) if is_active(&object)))
}

/// Returns whether an event has an action that is not harmless. A font may also be named `AA`; it has no events.
fn has_action(events: &Dict<'_>) -> bool {
    let actions = events.entries().filter_map(|(event, _)| events.get::<Dict<'_>>(&event));
    actions.filter(|action| action.contains_key("S")).any(|action| !is_one_of(&action, &HARMLESS_ACTIONS))
}

fn is_one_of(action: &Dict<'_>, kinds: &[&[u8]]) -> bool {
    action.get::<Name<'_>>("S").is_some_and(|kind| kinds.contains(&kind.as_ref()))
}
