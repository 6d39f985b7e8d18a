//! Maps a path to a file: the file itself, a prerendered page, or the app's shell.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, ensure};
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The page for paths that were not prerendered.
const SHELL: &str = "__spa-fallback.html";

/// The built app's pages.
#[derive(Clone, Debug)]
pub struct Pages {
    root: Arc<PathBuf>,
}

impl Pages {
    /// Opens the pages below `root`.
    ///
    /// # Errors
    /// The app is not built there.
    pub fn open(root: &Path) -> Result<Self> {
        ensure!(root.join(SHELL).is_file(), "{} has no {SHELL}: build the web app first", root.display());
        Ok(Self { root: Arc::new(root.to_path_buf()) })
    }

    /// Returns the page for `path`; `None` when the path names a file.
    fn find_page(&self, path: &str) -> Option<String> {
        let trimmed = path.trim_matches('/');
        let last = trimmed.rsplit('/').next().unwrap_or_default();
        if last.contains('.') {
            return None;
        }
        let is_plain =
            trimmed.split('/').all(|part| part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)));
        let index = Path::new(trimmed).join("index.html");
        if is_plain && self.root.join(&index).is_file() {
            return Some(format!("/{}", index.display()));
        }
        Some(format!("/{SHELL}"))
    }
}

/// Rewrites the request for a page to the page's file.
pub async fn rewrite(State(pages): State<Pages>, mut request: Request, next: Next) -> Response {
    if request.uri().path() == "/csp.json" {
        return StatusCode::NOT_FOUND.into_response();
    }
    if let Some(uri) = pages.find_page(request.uri().path()).and_then(|page| page.parse::<Uri>().ok()) {
        *request.uri_mut() = uri;
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_map_to_pages() -> Result<()> {
        let dir = tempfile::tempdir()?;
        for file in [SHELL, "index.html", "self-check/index.html"] {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a parent"))?;
            std::fs::write(path, "")?;
        }
        let pages = Pages::open(dir.path())?;
        assert_eq!(pages.find_page("/").as_deref(), Some("/index.html"));
        assert_eq!(pages.find_page("/self-check/").as_deref(), Some("/self-check/index.html"));
        assert_eq!(pages.find_page("/self-check/12").as_deref(), Some("/__spa-fallback.html"));
        assert_eq!(pages.find_page("/%2e%2e/%2e%2e").as_deref(), Some("/__spa-fallback.html"));
        assert_eq!(pages.find_page("/assets/app-1.js"), None);
        assert_eq!(pages.find_page("/missing.png"), None);
        assert!(Pages::open(&dir.path().join("none")).is_err());
        Ok(())
    }
}
