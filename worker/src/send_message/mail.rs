//! How a mail looks: plain text, and HTML that mail readers of every age show alike.

use domain::{Locale, Tenant};

use super::texts::Content;

/// Tables and inline styles: many mail readers know nothing newer.
const FRAME: &str = include_str!("mail.html");

/// The plain text.
pub fn text(content: &Content) -> String {
    let (button, link) = &content.button;
    let shown = content.shown.join("\n  ");
    format!("{}\n\n  {shown}\n\n{button}:\n{link}\n\n{}\n", content.lead, content.note)
}

/// The HTML.
pub fn html(locale: Locale, tenant: &Tenant, content: &Content) -> String {
    let (button, link) = &content.button;
    let shown: Vec<String> = content.shown.iter().map(|line| escape(line)).collect();
    let company = &tenant.company;
    let parts = [
        ("{{lang}}", locale.as_str().to_owned()),
        ("{{tenant}}", escape(&tenant.name)),
        ("{{subject}}", escape(&content.subject)),
        ("{{lead}}", escape(&content.lead)),
        ("{{shown}}", shown.join("<br>")),
        ("{{button}}", escape(button)),
        ("{{link}}", escape(link)),
        ("{{note}}", escape(&content.note)),
        ("{{company}}", escape(&format!("{} · {} · {}", company.name, company.address, company.phone))),
    ];
    // from left to right, so that what was put in is not looked at again
    let mut out = String::with_capacity(FRAME.len() * 2);
    let mut rest = FRAME;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (name, part) = parts.iter().find(|(name, _)| rest.starts_with(name)).expect("the frame's names are known");
        out.push_str(part);
        rest = &rest[name.len()..];
    }
    out + rest
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
