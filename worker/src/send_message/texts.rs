//! The texts of messages in both languages.

use domain::Locale;

/// A link with its label.
#[derive(Clone)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The link.
    pub url: String,
}

/// The texts of a message. It has no `Debug`: its links open accounts.
#[derive(Clone)]
pub struct Content {
    /// The subject of the mail.
    pub subject: String,
    /// The first sentence.
    pub intro: String,
    /// The highlighted lines.
    pub highlights: Vec<String>,
    /// The button.
    pub button: Button,
    /// The last sentences.
    pub note: String,
    /// The text message in wordings from long to short. The first that fits is sent.
    pub sms: Vec<String>,
}

/// Returns the message with the sign-in names of an address or number.
pub fn login_ids(locale: Locale, tenant: &str, ids: &[String], link: &str) -> Content {
    let highlights = ids.to_vec();
    match locale {
        Locale::Ko => Content {
            subject: format!("[{tenant}] 아이디를 알려 드려요"),
            intro: "이 주소로 가입한 아이디예요.".to_owned(),
            highlights,
            button: Button { label: "로그인하기".to_owned(), url: link.to_owned() },
            note: "직접 요청하지 않았다면 이 메일은 지우셔도 괜찮아요.".to_owned(),
            sms: list_wordings(&format!("[{tenant}] 가입한 아이디: "), ids, |left| format!(" 외 {left}개")),
        },
        Locale::En => Content {
            subject: format!("[{tenant}] Your login ID"),
            intro: "This is the login ID registered with this address.".to_owned(),
            highlights,
            button: Button { label: "Sign in".to_owned(), url: link.to_owned() },
            note: "If you did not ask for this, you can ignore this mail.".to_owned(),
            sms: list_wordings(&format!("[{tenant}] Your login ID: "), ids, |left| format!(" and {left} more")),
        },
    }
}

/// Returns the message with a link to set a new password.
pub fn password_reset(locale: Locale, tenant: &str, id: &str, link: &str) -> Content {
    match locale {
        Locale::Ko => Content {
            subject: format!("[{tenant}] 비밀번호를 다시 설정해 주세요"),
            intro: "아래 버튼을 누르면 새 비밀번호를 정할 수 있어요.".to_owned(),
            highlights: vec![id.to_owned()],
            button: Button { label: "비밀번호 다시 설정하기".to_owned(), url: link.to_owned() },
            note: "링크는 30분 동안 한 번만 쓸 수 있어요. 직접 요청하지 않았다면 이 메일은 지우셔도 괜찮아요. 비밀번호는 그대로예요."
                .to_owned(),
            sms: link_wordings(&[&format!("[{tenant}] 비밀번호 재설정(30분) "), &format!("[{tenant}] 비밀번호 재설정 ")], tenant, link),
        },
        Locale::En => Content {
            subject: format!("[{tenant}] Reset your password"),
            intro: "Use the button below to choose a new password.".to_owned(),
            highlights: vec![id.to_owned()],
            button: Button { label: "Reset password".to_owned(), url: link.to_owned() },
            note: "The link works once, for 30 minutes. If you did not ask for it, ignore this mail: your password stays as it is."
                .to_owned(),
            sms: link_wordings(&[&format!("[{tenant}] Reset password (30 min) "), &format!("[{tenant}] Reset password ")], tenant, link),
        },
    }
}

/// Returns the message with a link to an export.
pub fn export_ready(locale: Locale, tenant: &str, link: &str) -> Content {
    match locale {
        Locale::Ko => Content {
            subject: format!("[{tenant}] 내 데이터를 내려받으세요"),
            intro: "요청하신 데이터를 파일 하나로 모았어요.".to_owned(),
            highlights: vec!["my-data.zip".to_owned()],
            button: Button { label: "내려받기".to_owned(), url: link.to_owned() },
            note: "링크는 24시간 동안 쓸 수 있어요. 건강 정보가 들어 있으니 다른 사람에게 전달하지 마세요.".to_owned(),
            sms: link_wordings(&[&format!("[{tenant}] 내 데이터 "), &format!("[{tenant}] ")], tenant, link),
        },
        Locale::En => Content {
            subject: format!("[{tenant}] Your data is ready"),
            intro: "We put the data you asked for into one file.".to_owned(),
            highlights: vec!["my-data.zip".to_owned()],
            button: Button { label: "Download".to_owned(), url: link.to_owned() },
            note: "The link works for 24 hours. The file holds health data: do not pass it on.".to_owned(),
            sms: link_wordings(&[&format!("[{tenant}] Your data "), &format!("[{tenant}] ")], tenant, link),
        },
    }
}

/// Returns wordings that name fewer and fewer of `ids`.
fn list_wordings(intro: &str, ids: &[String], more: impl Fn(usize) -> String) -> Vec<String> {
    let shorter = (1..=ids.len()).rev().map(|count| {
        let left = ids.len() - count;
        let end = if left == 0 { String::new() } else { more(left) };
        format!("{intro}{}{end}", ids[..count].join(", "))
    });
    shorter.chain(ids.first().cloned()).collect()
}

/// Returns wordings with a link, down to the link alone.
fn link_wordings(intros: &[&str], tenant: &str, link: &str) -> Vec<String> {
    let shortest = [format!("[{tenant}] {link}"), link.to_owned()];
    intros.iter().map(|intro| format!("{intro}{link}")).chain(shortest).collect()
}
