//! Counts of a dataset, from its tables alone.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::manifest::{Part, PhotoRow};

/// Counts of some photos.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PhotoCounts {
    /// Photos.
    pub photos: usize,
    /// Photos with a mask of the tongue.
    pub tongues: usize,
    /// Photos with scores.
    pub scored: usize,
    /// Groups: persons, or near-copies of a photo.
    pub groups: usize,
    /// Photos of the sealed part.
    pub sealed: usize,
    /// How often annotators gave the scores 0, 1 and 2.
    pub scores: [usize; 3],
}

/// Scores of one annotator.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AnnotatorStats {
    /// Scored photos.
    pub photos: usize,
    /// How often each cell has the scores 0, 1 and 2, row by row from the root.
    pub cells: [[usize; 3]; 9],
}

/// Counts of a dataset.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Counts by source.
    pub sources: BTreeMap<String, PhotoCounts>,
    /// Counts by instrument.
    pub instruments: BTreeMap<String, PhotoCounts>,
    /// Counts by part.
    pub parts: BTreeMap<Part, PhotoCounts>,
    /// Number of groups by their number of photos.
    pub group_sizes: BTreeMap<usize, usize>,
    /// Scores by annotator.
    pub annotators: BTreeMap<String, AnnotatorStats>,
}

type Scores = BTreeMap<String, BTreeMap<String, [u8; 9]>>;

impl Stats {
    /// Counts the photos of a manifest, with their scores by photo and annotator. Scores of other photos are ignored.
    #[must_use]
    pub fn new(rows: &[PhotoRow], scores: &Scores) -> Self {
        let mut groups: BTreeMap<&str, usize> = BTreeMap::new();
        for row in rows {
            *groups.entry(&row.group).or_default() += 1;
        }
        let mut group_sizes = BTreeMap::new();
        for size in groups.into_values() {
            *group_sizes.entry(size).or_default() += 1;
        }
        Self {
            sources: count_by(rows, scores, |row| row.source.clone()),
            instruments: count_by(rows, scores, |row| row.instrument.clone()),
            parts: count_by(rows, scores, |row| row.part),
            group_sizes,
            annotators: count_annotators(rows, scores),
        }
    }
}

/// Counts the photos by a property.
fn count_by<K: Ord>(rows: &[PhotoRow], scores: &Scores, key: impl Fn(&PhotoRow) -> K) -> BTreeMap<K, PhotoCounts> {
    let mut parts: BTreeMap<K, Vec<&PhotoRow>> = BTreeMap::new();
    for row in rows {
        parts.entry(key(row)).or_default().push(row);
    }
    parts.into_iter().map(|(key, rows)| (key, count(&rows, scores))).collect()
}

fn count(rows: &[&PhotoRow], scores: &Scores) -> PhotoCounts {
    let mut counts = PhotoCounts { photos: rows.len(), ..PhotoCounts::default() };
    let groups: BTreeSet<&str> = rows.iter().map(|row| row.group.as_str()).collect();
    counts.groups = groups.len();
    for row in rows {
        counts.tongues += usize::from(row.mask.is_some());
        counts.sealed += usize::from(row.part == Part::Sealed);
        let annotators = scores.get(&row.photo);
        counts.scored += usize::from(annotators.is_some());
        for score in annotators.into_iter().flat_map(BTreeMap::values).flatten() {
            counts.scores[usize::from(*score)] += 1;
        }
    }
    counts
}

fn count_annotators(rows: &[PhotoRow], scores: &Scores) -> BTreeMap<String, AnnotatorStats> {
    let mut found: BTreeMap<String, AnnotatorStats> = BTreeMap::new();
    for (annotator, cells) in rows.iter().filter_map(|row| scores.get(&row.photo)).flatten() {
        let stats = found.entry(annotator.clone()).or_default();
        stats.photos += 1;
        stats.cells.iter_mut().zip(cells).for_each(|(counts, score)| counts[usize::from(*score)] += 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(photo: &str, source: &str, instrument: &str, group: &str, part: Part) -> PhotoRow {
        PhotoRow {
            photo: photo.into(),
            image: photo.into(),
            mask: (source != "empty").then(|| photo.into()),
            sha256: String::new(),
            source: source.into(),
            licence: String::new(),
            instrument: instrument.into(),
            group: group.into(),
            part,
        }
    }

    #[test]
    fn photos_are_counted_by_each_property() {
        let rows = [
            row("a", "clinic", "phone", "kim", Part::Train),
            row("b", "clinic", "slit lamp", "kim", Part::Train),
            row("c", "clinic", "phone", "lee", Part::Sealed),
            row("d", "empty", "phone", "d", Part::Train),
        ];
        let of_annotator = |name: &str, scores| (name.to_owned(), scores);
        let scores = BTreeMap::from([
            ("a".to_owned(), [of_annotator("r", [1; 9]), of_annotator("s", [2; 9])].into()),
            ("c".to_owned(), [of_annotator("r", [0, 0, 0, 0, 0, 0, 0, 0, 1])].into()),
            ("elsewhere".to_owned(), [of_annotator("t", [1; 9])].into()),
        ]);
        let found = Stats::new(&rows, &scores);
        let clinic = PhotoCounts { photos: 3, tongues: 3, scored: 2, groups: 2, sealed: 1, scores: [8, 10, 9] };
        let empty = PhotoCounts { photos: 1, groups: 1, ..PhotoCounts::default() };
        assert_eq!(found.sources, [("clinic".to_owned(), clinic), ("empty".to_owned(), empty)].into());
        let photos = |counts: &PhotoCounts| (counts.photos, counts.scored);
        assert_eq!(found.instruments.values().map(photos).collect::<Vec<_>>(), [(3, 2), (1, 0)]);
        assert_eq!([Part::Train, Part::Sealed].map(|part| photos(&found.parts[&part])), [(3, 1), (1, 1)]);
        assert_eq!(found.group_sizes, [(1, 2), (2, 1)].into());
        assert_eq!(found.annotators.keys().collect::<Vec<_>>(), ["r", "s"], "scores of listed photos only");
        let r = &found.annotators["r"];
        assert_eq!((r.photos, r.cells[0], r.cells[8]), (2, [1, 1, 0], [0, 2, 0]));
    }
}
