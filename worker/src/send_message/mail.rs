//! The plain text and the HTML of mails.

use askama::Template;
use domain::{Locale, Tenant};

use super::texts::Content;

/// The HTML template. It uses tables and inline styles, because many mail programs support nothing newer.
#[derive(Template)]
#[template(path = "mail.html")]
struct MailTemplate<'a> {
    locale: Locale,
    tenant: &'a Tenant,
    content: &'a Content,
}

/// Renders a mail as plain text.
pub fn render_text(content: &Content) -> String {
    let Content { intro, highlights, button, note, .. } = content;
    format!("{intro}\n\n  {}\n\n{}:\n{}\n\n{note}\n", highlights.join("\n  "), button.label, button.url)
}

/// Renders a mail as HTML.
///
/// # Errors
/// [`askama::Error`], which no content causes.
pub fn render_html(locale: Locale, tenant: &Tenant, content: &Content) -> askama::Result<String> {
    MailTemplate { locale, tenant, content }.render()
}
