//! The PDF file: its standards, metadata and structure tags.

use std::num::NonZeroU16;

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use krilla::Document;
use krilla::SerializeSettings;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::{self, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::tagging::{Identifier, Tag, TagGroup, TagTree};

use crate::WriteError;
use crate::canvas::Canvas;

/// The metadata of a document.
pub(crate) struct DocumentInfo<'a> {
    pub(crate) title: &'a str,
    /// The clinic.
    pub(crate) author: &'a str,
    pub(crate) number: &'a str,
    pub(crate) at: DateTime<Utc>,
    /// The language tag (RFC 5646).
    pub(crate) language: &'a str,
}

/// The size of a page, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageSize {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// A document that is being written.
pub(crate) struct Writer {
    document: Document,
    tree: TagTree,
}

impl Writer {
    pub(crate) fn new(info: &DocumentInfo<'_>) -> Result<Self, WriteError> {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A2_A)
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .map_err(|error| WriteError(format!("{error:?}")))?;
        let mut document = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
        document.set_metadata(
            Metadata::new()
                .title(info.title.to_owned())
                .authors(vec![info.author.to_owned()])
                .language(info.language.to_owned())
                .creation_date(pdf_date(info.at))
                .document_id(info.number.to_owned()),
        );
        let mut outline = Outline::new();
        outline.push_child(OutlineNode::new(info.title.to_owned(), XyzDestination::new(0, Point::from_xy(0.0, 0.0))));
        document.set_outline(outline);
        Ok(Self { document, tree: TagTree::new().with_lang(Some(info.language.to_owned())) })
    }

    /// Adds a page and draws it.
    pub(crate) fn add_page(&mut self, size: PageSize, draw: impl FnOnce(&mut Canvas<'_>)) -> Result<(), WriteError> {
        let settings = PageSettings::from_wh(size.width, size.height)
            .ok_or_else(|| WriteError("a page without a size".to_owned()))?;
        let mut page = self.document.start_page_with(settings);
        let mut canvas = Canvas::new(page.surface());
        draw(&mut canvas);
        canvas.finish();
        page.finish();
        Ok(())
    }

    pub(crate) fn push_tag(&mut self, group: TagGroup) {
        self.tree.push(group);
    }

    pub(crate) fn finish(mut self) -> Result<Vec<u8>, WriteError> {
        self.document.set_tag_tree(self.tree);
        self.document.finish().map_err(|error| WriteError(error.to_string()))
    }
}

/// Returns the tag of a heading.
pub(crate) fn heading(level: u16, text: &str, id: Option<Identifier>) -> TagGroup {
    let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
    TagGroup::with_children(Tag::Hn(level, Some(text.to_owned())), id.map(Into::into).into_iter().collect())
}

/// Returns the tag of a paragraph.
pub(crate) fn paragraph(ids: impl IntoIterator<Item = Identifier>) -> TagGroup {
    TagGroup::with_children(Tag::P, ids.into_iter().map(Into::into).collect())
}

/// Returns the tag of a picture with its alternative text.
pub(crate) fn figure(text: &str, id: Identifier) -> TagGroup {
    TagGroup::with_children(Tag::Figure(Some(text.to_owned())), vec![id.into()])
}

/// Returns the tag of a table with these rows.
pub(crate) fn table(rows: impl IntoIterator<Item = TagGroup>) -> TagGroup {
    TagGroup::with_children(Tag::Table, rows.into_iter().map(Into::into).collect())
}

fn pdf_date(at: DateTime<Utc>) -> metadata::DateTime {
    let part = |value: u32| u8::try_from(value).unwrap_or_default();
    metadata::DateTime::new(u16::try_from(at.year()).unwrap_or_default())
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}
