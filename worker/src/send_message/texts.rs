//! The words of messages, in both languages.

use domain::Locale;

/// A message's parts, before they are laid out. It holds links that open accounts, and so is never shown.
#[derive(Clone)]
pub struct Content {
    /// A mail's subject.
    pub subject: String,
    /// The sentence that says it.
    pub lead: String,
    /// What is to be seen at once, one a line.
    pub shown: Vec<String>,
    /// The words on the button, and where it leads.
    pub button: (String, String),
    /// What else to know.
    pub note: String,
    /// As a text message: wordings from the longest to the shortest; the first that fits is sent.
    pub sms: Vec<String>,
}

/// The sign-in names of the accounts with an address or number.
pub fn login_ids(locale: Locale, tenant: &str, ids: &[String], link: &str) -> Content {
    let shown = ids.to_vec();
    match locale {
        Locale::Ko => Content {
            subject: format!("[{tenant}] 아이디를 알려 드려요"),
            lead: "이 주소로 가입한 아이디예요.".to_owned(),
            shown,
            button: ("로그인하기".to_owned(), link.to_owned()),
            note: "직접 요청하지 않았다면 이 메일은 지우셔도 괜찮아요.".to_owned(),
            sms: listed(&format!("[{tenant}] 가입한 아이디: "), ids, |left| format!(" 외 {left}개")),
        },
        Locale::En => Content {
            subject: format!("[{tenant}] Your login ID"),
            lead: "This is the login ID registered with this address.".to_owned(),
            shown,
            button: ("Sign in".to_owned(), link.to_owned()),
            note: "If you did not ask for this, you can ignore this mail.".to_owned(),
            sms: listed(&format!("[{tenant}] Your login ID: "), ids, |left| format!(" and {left} more")),
        },
    }
}

/// A link to set a new password.
pub fn password_reset(locale: Locale, tenant: &str, id: &str, link: &str) -> Content {
    match locale {
        Locale::Ko => Content {
            subject: format!("[{tenant}] 비밀번호를 다시 설정해 주세요"),
            lead: "아래 버튼을 누르면 새 비밀번호를 정할 수 있어요.".to_owned(),
            shown: vec![id.to_owned()],
            button: ("비밀번호 다시 설정하기".to_owned(), link.to_owned()),
            note: "링크는 30분 동안 한 번만 쓸 수 있어요. 직접 요청하지 않았다면 이 메일은 지우셔도 괜찮아요. 비밀번호는 그대로예요."
                .to_owned(),
            sms: linked(&[&format!("[{tenant}] 비밀번호 재설정(30분) "), &format!("[{tenant}] 비밀번호 재설정 ")], tenant, link),
        },
        Locale::En => Content {
            subject: format!("[{tenant}] Reset your password"),
            lead: "Use the button below to choose a new password.".to_owned(),
            shown: vec![id.to_owned()],
            button: ("Reset password".to_owned(), link.to_owned()),
            note: "The link works once, for 30 minutes. If you did not ask for it, ignore this mail: your password stays as it is."
                .to_owned(),
            sms: linked(&[&format!("[{tenant}] Reset password (30 min) "), &format!("[{tenant}] Reset password ")], tenant, link),
        },
    }
}

/// A link to the file of one's own data.
pub fn export_ready(locale: Locale, tenant: &str, link: &str) -> Content {
    match locale {
        Locale::Ko => Content {
            subject: format!("[{tenant}] 내 데이터를 내려받으세요"),
            lead: "요청하신 데이터를 파일 하나로 모았어요.".to_owned(),
            shown: vec!["my-data.zip".to_owned()],
            button: ("내려받기".to_owned(), link.to_owned()),
            note: "링크는 24시간 동안 쓸 수 있어요. 건강 정보가 들어 있으니 다른 사람에게 전달하지 마세요.".to_owned(),
            sms: linked(&[&format!("[{tenant}] 내 데이터 "), &format!("[{tenant}] ")], tenant, link),
        },
        Locale::En => Content {
            subject: format!("[{tenant}] Your data is ready"),
            lead: "We put the data you asked for into one file.".to_owned(),
            shown: vec!["my-data.zip".to_owned()],
            button: ("Download".to_owned(), link.to_owned()),
            note: "The link works for 24 hours. The file holds health data: do not pass it on.".to_owned(),
            sms: linked(&[&format!("[{tenant}] Your data "), &format!("[{tenant}] ")], tenant, link),
        },
    }
}

/// Wordings that name fewer and fewer of `ids`.
fn listed(lead: &str, ids: &[String], more: impl Fn(usize) -> String) -> Vec<String> {
    let shorter = (1..=ids.len()).rev().map(|count| {
        let left = ids.len() - count;
        let end = if left == 0 { String::new() } else { more(left) };
        format!("{lead}{}{end}", ids[..count].join(", "))
    });
    shorter.chain(ids.first().cloned()).collect()
}

/// Wordings with a link, down to the link alone.
fn linked(leads: &[&str], tenant: &str, link: &str) -> Vec<String> {
    let shortest = [format!("[{tenant}] {link}"), link.to_owned()];
    leads.iter().map(|lead| format!("{lead}{link}")).chain(shortest).collect()
}
