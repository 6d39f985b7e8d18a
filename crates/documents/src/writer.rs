//! The file around the pages: its kind, its title and language, and what its parts are for readers.

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

use crate::Unwritable;
use crate::pen::Pen;

/// What every document says about itself.
pub(crate) struct About<'a> {
    pub(crate) title: &'a str,
    /// The clinic.
    pub(crate) author: &'a str,
    pub(crate) number: &'a str,
    pub(crate) at: DateTime<Utc>,
}

/// A document in the making.
pub(crate) struct Writer {
    document: Document,
    tree: TagTree,
}

impl Writer {
    pub(crate) fn new(about: &About<'_>) -> Result<Self, Unwritable> {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A2_A)
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .map_err(|error| Unwritable(format!("{error:?}")))?;
        let mut document = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
        document.set_metadata(
            Metadata::new()
                .title(about.title.to_owned())
                .authors(vec![about.author.to_owned()])
                .language("ko-KR".to_owned())
                .creation_date(date(about.at))
                .document_id(about.number.to_owned()),
        );
        let mut outline = Outline::new();
        outline.push_child(OutlineNode::new(about.title.to_owned(), XyzDestination::new(0, Point::from_xy(0.0, 0.0))));
        document.set_outline(outline);
        Ok(Self { document, tree: TagTree::new().with_lang(Some("ko-KR".to_owned())) })
    }

    /// Draws a page of so many points.
    pub(crate) fn page(
        &mut self,
        (width, height): (f32, f32),
        draw: impl FnOnce(&mut Pen<'_>),
    ) -> Result<(), Unwritable> {
        let settings =
            PageSettings::from_wh(width, height).ok_or_else(|| Unwritable("a page without a size".to_owned()))?;
        let mut page = self.document.start_page_with(settings);
        let mut pen = Pen::new(page.surface());
        draw(&mut pen);
        pen.finish();
        page.finish();
        Ok(())
    }

    pub(crate) fn push(&mut self, group: TagGroup) {
        self.tree.push(group);
    }

    pub(crate) fn finish(mut self) -> Result<Vec<u8>, Unwritable> {
        self.document.set_tag_tree(self.tree);
        self.document.finish().map_err(|error| Unwritable(error.to_string()))
    }
}

/// A heading; the first is the document's title.
pub(crate) fn heading(level: u16, text: &str, id: Option<Identifier>) -> TagGroup {
    let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
    TagGroup::with_children(Tag::Hn(level, Some(text.to_owned())), id.map(Into::into).into_iter().collect())
}

/// A paragraph.
pub(crate) fn paragraph(ids: impl IntoIterator<Item = Identifier>) -> TagGroup {
    TagGroup::with_children(Tag::P, ids.into_iter().map(Into::into).collect())
}

/// A table of these rows.
pub(crate) fn table(rows: impl IntoIterator<Item = TagGroup>) -> TagGroup {
    TagGroup::with_children(Tag::Table, rows.into_iter().map(Into::into).collect())
}

fn date(at: DateTime<Utc>) -> metadata::DateTime {
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
