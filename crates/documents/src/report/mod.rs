//! The result of a clinic's analyses for the patient: photos with outline and cells, index and change, comments, and an
//! explanation of the result.

mod analysis;
mod flow;
mod texts;

use chrono::{DateTime, NaiveDate, Utc};

use crate::WriteError;
use crate::canvas::mm;
use crate::form::{self, Block, Footer, MARGIN, TITLE_HEIGHT};
use crate::photo::Photo;
use crate::writer::{DocumentInfo, PageSize, Writer};

/// A4.
const PAGE: PageSize = PageSize { width: mm(210.0), height: mm(297.0) };
const WIDTH: f32 = PAGE.width - 2.0 * MARGIN;
/// The end of a page's content.
const BOTTOM: f32 = PAGE.height - MARGIN - 6.0;

/// The language of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportLanguage {
    /// Korean.
    Korean,
    /// English.
    English,
}

/// The result of an application's released analyses.
#[derive(Clone, Debug)]
pub struct Report {
    /// The language.
    pub language: ReportLanguage,
    /// When it was issued.
    pub issued_at: DateTime<Utc>,
    /// The person's name.
    pub name: String,
    /// The person's date of birth.
    pub birth: String,
    /// The clinic.
    pub clinic: ReportClinic,
    /// The analysis before cleaning.
    pub before: Option<ReportAnalysis>,
    /// The analysis after cleaning.
    pub after: Option<ReportAnalysis>,
}

/// The clinic of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportClinic {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
    /// The telephone number.
    pub phone_number: String,
}

/// One analysis of a report.
#[derive(Clone, Debug)]
pub struct ReportAnalysis {
    /// The number by which people refer to it.
    pub number: String,
    /// The day of the photo.
    pub photo_on: NaiveDate,
    /// The day of the scores.
    pub scored_on: NaiveDate,
    /// Who scored it.
    pub analyst: String,
    /// The nine scores, row by row from the root.
    pub scores: [u8; 9],
    /// The index, in percent.
    pub index: u8,
    /// The grade, in the report's language.
    pub grade: &'static str,
    /// The comment.
    pub comment: String,
    /// The newest correction.
    pub correction: Option<ReportCorrection>,
    /// The photo; `None` if it is no longer stored.
    pub picture: Option<ReportPicture>,
}

/// A correction after the release.
#[derive(Clone, Debug)]
pub struct ReportCorrection {
    /// The day.
    pub on: NaiveDate,
    /// The reason.
    pub reason: String,
}

/// The photo of an analysis, with the outline and the cells.
#[derive(Clone, Debug)]
pub struct ReportPicture {
    /// The photo.
    pub photo: Photo,
    /// The tongue's outline, in pixels of the upright photo; empty without one.
    pub outline: Vec<[f32; 2]>,
    /// The frame of the cells.
    pub grid: Option<ReportGrid>,
}

/// The frame of the cells: a box in pixels of the upright photo, turned clockwise about its center by degrees.
#[derive(Clone, Copy, Debug)]
pub struct ReportGrid {
    /// The left edge.
    pub left: f32,
    /// The upper edge.
    pub top: f32,
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
    /// The angle.
    pub angle: f32,
}

impl Report {
    /// Returns the analyses that exist, the one before cleaning first.
    fn analyses(&self) -> impl Iterator<Item = &ReportAnalysis> {
        self.before.iter().chain(&self.after)
    }
}

/// Draws a report. It takes one page, or more if the comments are long.
///
/// # Errors
/// [`WriteError`] when the PDF library fails.
pub fn render_report(report: &Report) -> Result<Vec<u8>, WriteError> {
    let texts = texts::texts(report.language);
    let number = report.analyses().map(|one| one.number.as_str()).collect::<Vec<_>>().join(" / ");
    let mut writer = Writer::new(&DocumentInfo {
        title: texts.title,
        author: &report.clinic.name,
        number: &number,
        at: report.issued_at,
        language: texts.language,
    })?;
    let particulars = particulars(report, texts, &number);
    let analyses_y = MARGIN + TITLE_HEIGHT + 3.0 * form::ROW_HEIGHT + 10.0;
    let first_y = analyses_y + analysis::HEIGHT + 8.0;
    let pages = flow::paginate(flow::paragraphs(report, texts), WIDTH, first_y);
    let footer_text = format!("{} · {number}", texts.title);
    let mut tags = Vec::new();
    let mut failed = None;
    for (index, page) in pages.iter().enumerate() {
        writer.add_page(PAGE, |canvas| {
            if index == 0 {
                tags.push(form::draw_title(canvas, WIDTH, texts.title));
                let block = Block { y: MARGIN + TITLE_HEIGHT, width: WIDTH };
                tags.push(form::draw_particulars(canvas, block, 2, &particulars).0);
                match analysis::draw_all(canvas, report, texts, analyses_y) {
                    Ok(drawn) => tags.extend(drawn),
                    Err(error) => failed = Some(error),
                }
            }
            tags.extend(flow::draw(canvas, page));
            let footer = Footer {
                page: PAGE,
                text: &footer_text,
                number: index + 1,
                page_count: pages.len(),
                count_suffix: texts.page_suffix,
            };
            form::draw_footer(canvas, &footer);
        })?;
    }
    if let Some(error) = failed {
        return Err(error);
    }
    for tag in tags {
        writer.push_tag(tag);
    }
    writer.finish()
}

fn particulars<'a>(report: &Report, texts: &'a texts::Texts, number: &str) -> Vec<(&'a str, String)> {
    let analysts: Vec<&str> = report.analyses().map(|one| one.analyst.as_str()).collect();
    let analysts = match analysts.as_slice() {
        [one, other] if one != other => format!("{one}, {other}"),
        [one, ..] => (*one).to_owned(),
        [] => String::new(),
    };
    let scored_on = report.analyses().map(|one| one.scored_on).max();
    vec![
        (texts.name, report.name.clone()),
        (texts.birth, report.birth.clone()),
        (texts.clinic, report.clinic.name.clone()),
        (texts.analyst, analysts),
        (texts.scored_on, scored_on.map_or(String::new(), |day| day.to_string())),
        (texts.number, number.to_owned()),
    ]
}
