//! The inbox as a page and as JSON.

use std::fmt::Write as _;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::Html;
use serde::Deserialize;

use super::{Channel, Inbox, Message};
use crate::page::escape;

/// The page, with `{{messages}}`.
const PAGE: &str = include_str!("page.html");

/// The filter of the JSON list.
#[derive(Debug, Deserialize)]
pub struct Filter {
    to: Option<String>,
}

/// `GET /messages?to=`: the messages, newest first.
pub async fn list(State(inbox): State<Inbox>, Query(filter): Query<Filter>) -> Json<Vec<Message>> {
    Json(inbox.list(filter.to.as_deref()))
}

/// `GET /`: the page, which refreshes itself.
pub async fn show(State(inbox): State<Inbox>, Query(filter): Query<Filter>) -> Html<String> {
    let messages = inbox.list(filter.to.as_deref());
    let mut html: String = messages.iter().map(article).collect();
    if html.is_empty() {
        html.push_str("<article>아직 아무것도 오지 않았습니다. Nothing has come yet.</article>");
    }
    Html(PAGE.replace("{{messages}}", &html))
}

fn article(message: &Message) -> String {
    let channel = match message.channel {
        Channel::Mail => "메일",
        Channel::Sms => "문자",
        Channel::Alimtalk => return kakao_bubble(message),
    };
    let time = message.at.format("%Y-%m-%d %H:%M:%S UTC");
    let mut html = format!(
        "<article><header><b>{channel}</b><span>{}</span><time>{time}</time></header><h2>{}</h2><pre>{}</pre>",
        escape(&message.to),
        escape(&message.subject),
        escape(&message.text)
    );
    if let Some(part) = &message.html {
        let _ = write!(
            html,
            "<details><summary>HTML</summary><iframe sandbox title=\"HTML\" srcdoc=\"{}\"></iframe></details>",
            escape(part)
        );
    }
    html.push_str("</article>\n");
    html
}

/// Formats a `KakaoTalk` message as on a phone.
fn kakao_bubble(message: &Message) -> String {
    let time = message.at.format("%Y-%m-%d %H:%M:%S UTC");
    let button = message.button.as_ref().map(|button| {
        format!("<a class=\"kakao-button\" href=\"{}\">{}</a>", escape(&button.url), escape(&button.name))
    });
    format!(
        "<article class=\"kakao\"><header><b>알림톡 도착</b><span>{}</span><time>{time}</time></header><pre>{}</pre>{}</article>\n",
        escape(&message.to),
        escape(&message.text),
        button.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_html_is_escaped() {
        let inbox = Inbox::default();
        let (subject, text, html) = ("<script>".into(), "</pre>".into(), Some("<b onclick=\"x\">".to_owned()));
        inbox.push(Message { subject, text, html, ..Message::new(Channel::Mail, "a@b.kr") });
        let shown = article(&inbox.list(None)[0]);
        assert!(!shown.contains("<script>") && !shown.contains("<b onclick"), "{shown}");
        assert!(shown.contains("&lt;script&gt;"));
    }
}
