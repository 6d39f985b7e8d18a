//! Maps a path to a file: the file itself, a prerendered page, or the shell of the path's application.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, ensure};
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::middleware::Next;
use axum::response::Response;

/// The page for paths that were not prerendered and belong to no other application.
const SHELL: &str = "__spa-fallback.html";
/// The pages for paths below the other applications' folders.
const SHELLS: [(&str, &str); 3] = [("clinic", "__clinic.html"), ("ops", "__ops.html"), ("hotel", "__hotel.html")];

/// The path of the file that was served.
#[derive(Clone, Debug)]
pub struct ServedPath(pub String);

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
        for shell in SHELLS.iter().map(|(_, shell)| *shell).chain([SHELL]) {
            ensure!(root.join(shell).is_file(), "{} has no {shell}: build the web app first", root.display());
        }
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
        let folder = trimmed.split('/').next().unwrap_or_default();
        let shell = SHELLS.iter().find(|(name, _)| *name == folder).map_or(SHELL, |(_, shell)| shell);
        Some(format!("/{shell}"))
    }
}

/// Rewrites the request for a page to the page's file; the response carries the [`ServedPath`].
pub async fn rewrite(State(pages): State<Pages>, mut request: Request, next: Next) -> Response {
    if let Some(uri) = pages.find_page(request.uri().path()).and_then(|page| page.parse::<Uri>().ok()) {
        *request.uri_mut() = uri;
    }
    let served = ServedPath(request.uri().path().to_owned());
    let mut response = next.run(request).await;
    response.extensions_mut().insert(served);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_map_to_pages() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let shells = SHELLS.map(|(_, shell)| shell);
        for file in shells.into_iter().chain([SHELL, "index.html", "self-check/index.html"]) {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a parent"))?;
            std::fs::write(path, "")?;
        }
        let pages = Pages::open(dir.path())?;
        assert_eq!(pages.find_page("/").as_deref(), Some("/index.html"));
        assert_eq!(pages.find_page("/self-check/").as_deref(), Some("/self-check/index.html"));
        assert_eq!(pages.find_page("/self-check/12").as_deref(), Some("/__spa-fallback.html"));
        assert_eq!(pages.find_page("/clinic").as_deref(), Some("/__clinic.html"));
        assert_eq!(pages.find_page("/ops/jobs/7").as_deref(), Some("/__ops.html"));
        assert_eq!(pages.find_page("/hotel/").as_deref(), Some("/__hotel.html"));
        assert_eq!(pages.find_page("/hotels").as_deref(), Some("/__spa-fallback.html"));
        assert_eq!(pages.find_page("/%2e%2e/%2e%2e").as_deref(), Some("/__spa-fallback.html"));
        assert_eq!(pages.find_page("/assets/app-1.js"), None);
        assert_eq!(pages.find_page("/missing.png"), None);
        std::fs::remove_file(dir.path().join("__ops.html"))?;
        assert!(Pages::open(dir.path()).is_err());
        Ok(())
    }
}
