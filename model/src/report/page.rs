//! An evaluation as a page.

use std::fmt::Write as _;

use super::chart::{Series, escape, lines, page as whole};
use super::photo::Photo;
use super::summary::{Bin, Outlines, Scores, Summary};

const CELLS: [&str; 9] = [
    "root left",
    "root centre",
    "root right",
    "middle left",
    "middle centre",
    "middle right",
    "tip left",
    "tip centre",
    "tip right",
];

/// The reliability diagram: a bin on the diagonal is right as often as it says.
#[must_use]
pub fn reliability(bins: &[Bin]) -> String {
    let filled = bins.iter().filter(|bin| bin.cells > 0);
    let series = [
        Series { name: "as often as said".into(), points: vec![(0., 0.), (1., 1.)], marked: false },
        Series { name: "this version".into(), points: filled.map(|bin| (bin.said, bin.right)).collect(), marked: true },
    ];
    lines("share of right scores by confidence", &series, Some([0., 1., 0., 1.]))
}

fn outlines(title: &str, rows: impl Iterator<Item = (String, Outlines)>) -> String {
    let mut table = format!(
        "<h2>{title}</h2><table><tr><th></th><th>photos</th><th>overlap (IoU)</th><th>5th percentile</th><th>least</th>\
         <th>Dice</th><th>Hausdorff 95 % / height</th><th>refused</th></tr>"
    );
    for (name, o) in rows {
        let refused: Vec<String> = o.refused.iter().map(|(code, n)| format!("{n} {code}")).collect();
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{}</td></tr>",
            escape(&name),
            o.photos,
            o.iou,
            o.iou_p5,
            o.iou_min,
            o.dice,
            o.hausdorff,
            escape(&refused.join(", "))
        );
    }
    table + "</table>\n"
}

fn scores(name: &str, s: &Scores) -> String {
    let mut out = format!(
        "<h3>{}</h3><p>{} photos. Quadratic-weighted kappa {:.3}; the very score in {:.3}; index {:.1} points apart.</p>\n",
        escape(name),
        s.photos,
        s.kappa,
        s.exact,
        s.index_error
    );
    out += "<table><tr><th>true \\ said</th><th>0</th><th>1</th><th>2</th></tr>";
    for (truth, row) in s.confusion.iter().enumerate() {
        let _ = write!(out, "<tr><td>{truth}</td><td>{}</td><td>{}</td><td>{}</td></tr>", row[0], row[1], row[2]);
    }
    out += "</table><table><tr><th>cell</th><th>the very score</th></tr>";
    for (cell, right) in CELLS.iter().zip(s.cells) {
        let _ = write!(out, "<tr><td>{cell}</td><td>{:.0} %</td></tr>", right * 100.);
    }
    out + "</table>\n"
}

/// The page of a summary; `worst` are the photos of the contact sheet, in its order.
#[must_use]
pub fn page(summary: &Summary, worst: &[&Photo]) -> String {
    let mut body = String::from("<p>Brackets hold 95 % intervals, by resampling whole photos.</p>\n");
    body += &outlines("By kind of view", summary.slices.clone().into_iter());
    let folds = summary.folds.clone().into_iter().map(|(fold, o)| (format!("fold {fold}"), o));
    body += &outlines("By fold, as the photos are", folds);
    body += "<h2>Scores</h2>\n";
    for (reader, s) in summary.readers.iter().enumerate() {
        body += &scores(&format!("Against reader {}", reader + 1), s);
    }
    if !summary.agreement.is_empty() {
        body += "<h3>By kind of view, against all readers</h3><table><tr><th></th><th>photos</th><th>kappa</th>\
                 <th>index, points apart</th></tr>";
        for (name, a) in &summary.agreement {
            let _ = write!(
                body,
                "<tr><td>{}</td><td>{}</td><td>{:.3}</td><td>{:.1}</td></tr>",
                escape(name),
                a.photos,
                a.kappa,
                a.index_error
            );
        }
        body += "</table>\n";
    }
    if let Some(between) = &summary.between_readers {
        body += &scores("Reader 2 against reader 1", between);
    }
    if !summary.readers.is_empty() {
        let _ =
            writeln!(body, "<h2>Confidences</h2><p>Expected calibration error {:.3}.</p>", summary.calibration_error);
        body += &reliability(&summary.reliability);
    }
    if !worst.is_empty() {
        body += "<h2>Worst outlines</h2><p>In the order of the contact sheet: pink is true, green was found.</p><ol>";
        for photo in worst {
            let (id, slice) = (escape(&photo.id), escape(&photo.slice));
            let refused = photo.refused.as_deref().map(|code| format!(", refused: {code}")).unwrap_or_default();
            let _ = write!(body, "<li>{id}, {slice}: overlap {:.3}{refused}</li>", photo.iou);
        }
        body += "</ol>\n";
    }
    whole(&format!("Evaluation of {}", summary.version), &body)
}

#[cfg(test)]
mod tests {
    use super::super::summary::{summarise, tests::photo};
    use super::*;

    #[test]
    fn a_page_holds_every_figure_and_fetches_nothing() {
        let photos = [photo("a<b", "as it is", 0.9, 1, &[1, 2]), photo("c", "as it is", 0.3, 0, &[1, 1])];
        let page = page(&summarise("tongue-9", &photos), &[&photos[1]]);
        for part in [
            "Evaluation of tongue-9",
            "fold 0",
            "Against reader 2",
            "Reader 2 against reader 1",
            "tip right",
            "By kind of view, against all readers",
            "<tr><td>as it is</td><td>2</td><td>",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(page.contains("<li>c, as it is: overlap 0.300, refused: no_tongue</li>"));
        assert!(page.contains("share of right scores by confidence") && !page.contains("http"));
    }
}
