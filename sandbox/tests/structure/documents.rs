//! Documents: short pages, which `README.md` names, and whose links lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::source::{paths, root};

/// The number of words that are read in five minutes, and a little more.
const MAX_WORDS: usize = 1_200;
/// Tables to look things up in.
const REFERENCE_PAGES: [&str; 1] = ["docs/personal-data.md"];

fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == "md")
}

/// Returns the Markdown files at the root and below `docs`, with their texts.
fn documents() -> Result<Vec<(String, String)>> {
    let is_document = |path: &String| is_markdown(path) && (path.starts_with("docs/") || !path.contains('/'));
    let texts = paths()?.into_iter().filter(is_document).map(|path| {
        let text = fs::read_to_string(root().join(&path)).ok()?;
        Some((path, text))
    });
    // a deleted file is listed until it is removed from the index
    Ok(texts.flatten().collect())
}

/// Counts the words of a page: the lines and bars of its tables are none.
fn count_words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// Returns the paths of Markdown files, and the numbers of decisions (`adr/0001`), that a text names outside of blocks of code.
fn links(text: &str) -> BTreeSet<&str> {
    let is_link = |word: &&str| {
        let decision = word.rsplit_once("adr/").is_some_and(|(_, number)| number.len() == 4);
        decision || (is_markdown(word) && !word.contains(['<', '*', '{', ':']))
    };
    let prose = text.split("```").step_by(2);
    let words = prose.flat_map(|text| text.split(['`', '(', ')', ' ', '\n', ',', '|']));
    words.filter(is_link).filter(|word| !word.contains("NNNN")).collect()
}

fn exists(folder: &Path, link: &str) -> bool {
    if is_markdown(link) {
        return [folder, Path::new("")].iter().any(|base| root().join(base).join(link).is_file());
    }
    let (adr, number) = link.rsplit_once('/').unwrap_or(("", link));
    let files = fs::read_dir(root().join(folder).join(adr)).into_iter().flatten().flatten();
    files.into_iter().any(|file| file.file_name().to_string_lossy().starts_with(number))
}

#[test]
fn links_of_documents_lead_to_files() -> Result<()> {
    let mut errors = Vec::new();
    for (path, text) in documents()? {
        let folder = Path::new(&path).parent().unwrap_or(Path::new(""));
        errors.extend(
            links(&text).into_iter().filter(|link| !exists(folder, link)).map(|link| format!("{path}: {link}")),
        );
    }
    assert!(errors.is_empty(), "no such file: {errors:#?}");
    Ok(())
}

#[test]
fn pages_are_short_and_named_in_readme() -> Result<()> {
    let documents = documents()?;
    let (_, readme) = documents.iter().find(|(path, _)| path == "README.md").context("README.md")?;
    for (path, text) in documents.iter().filter(|(path, _)| path.starts_with("docs/") && !path.contains("/adr/0")) {
        let words = count_words(text);
        assert!(words <= MAX_WORDS || REFERENCE_PAGES.contains(&path.as_str()), "{path} has {words} words");
        assert!(readme.contains(path.as_str()), "README.md misses {path}");
    }
    Ok(())
}

#[test]
fn links_are_found_in_code_and_brackets() {
    let text = "See `jobs.md`, [tables](adr/README.md) and (`../adr/0039`); not `docs/adr/NNNN-title.md`, `*.md` or\n```\na.md\n```\n";
    assert_eq!(links(text), BTreeSet::from(["../adr/0039", "adr/README.md", "jobs.md"]));
}
