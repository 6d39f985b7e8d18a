//! The texts of messages in both languages.

use db::hotel::orders::Notice;
use domain::hotel::HotelRole;
use domain::hotel::order::HotelOrderState;
use domain::{Locale, MessageKind};

/// A link with its label.
#[derive(Clone)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The link.
    pub url: String,
}

/// The texts of a message. It has no `Debug`, because its links give access to accounts.
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

/// Returns the message with a link that confirms an e-mail address.
pub fn confirm_email(locale: Locale, tenant: &str, id: &str, link: &str) -> Content {
    match locale {
        Locale::Ko => Content {
            subject: format!("[{tenant}] 이메일 주소를 확인해 주세요"),
            intro: "아래 버튼을 누르면 이 주소가 회원님의 이메일로 등록돼요.".to_owned(),
            highlights: vec![id.to_owned()],
            button: Button { label: "이메일 확인하기".to_owned(), url: link.to_owned() },
            note: "링크는 24시간 동안 한 번만 쓸 수 있어요. 직접 요청하지 않았다면 이 메일은 지우셔도 괜찮아요."
                .to_owned(),
            sms: link_wordings(&[&format!("[{tenant}] 이메일 확인 ")], tenant, link),
        },
        Locale::En => Content {
            subject: format!("[{tenant}] Confirm your e-mail address"),
            intro: "Use the button below to make this the e-mail address of your account.".to_owned(),
            highlights: vec![id.to_owned()],
            button: Button { label: "Confirm e-mail address".to_owned(), url: link.to_owned() },
            note: "The link works once, for 24 hours. If you did not ask for it, you can ignore this mail.".to_owned(),
            sms: link_wordings(&[&format!("[{tenant}] Confirm your e-mail ")], tenant, link),
        },
    }
}

/// Returns the notice to an old number or address that the account has another one. `kind` is
/// [`MessageKind::PhoneChanged`] or [`MessageKind::EmailChanged`].
pub fn contact_change_mail(locale: Locale, tenant: &str, id: &str, kind: MessageKind, link: &str) -> Content {
    let is_phone = kind == MessageKind::PhoneChanged;
    let (subject, intro, label, note) = match locale {
        Locale::Ko => (
            if is_phone { "휴대폰 번호가 바뀌었어요" } else { "이메일 주소가 바뀌었어요" },
            "회원님 계정의 연락처가 바뀌어, 앞으로는 이곳으로 안내를 보내지 않아요.",
            "비밀번호 다시 설정하기",
            "직접 바꾸지 않았다면 바로 비밀번호를 다시 설정하고 회사에 알려 주세요.",
        ),
        Locale::En => (
            if is_phone { "Your phone number was changed" } else { "Your e-mail address was changed" },
            "Your account has other contact details now. We will not write here any more.",
            "Reset password",
            "If this was not you, reset your password at once and tell us.",
        ),
    };
    let urgent = match locale {
        Locale::Ko => "직접 바꾸지 않았다면 바로 알려 주세요.",
        Locale::En => "Not you? Tell us at once.",
    };
    Content {
        subject: format!("[{tenant}] {subject}"),
        intro: intro.to_owned(),
        highlights: vec![id.to_owned()],
        button: Button { label: label.to_owned(), url: link.to_owned() },
        note: note.to_owned(),
        sms: vec![format!("[{tenant}] {subject}. {urgent}"), format!("[{tenant}] {subject}.")],
    }
}

/// Returns the mail about a change of a hotel's order. Hotels' texts are in English.
pub fn order_change_mail(tenant: &str, notice: &Notice, link: &str) -> Content {
    let is_supplier = notice.recipient.role == HotelRole::SuperAdmin;
    let (subject, intro) = match notice.state {
        HotelOrderState::OrderRequest if is_supplier => ("received", "A new order is waiting to be prepared."),
        HotelOrderState::OrderRequest => ("received", "We received your order and will prepare it soon."),
        HotelOrderState::ProductPreparation => ("in preparation", "We are preparing your order."),
        HotelOrderState::ElectronicInvoice => ("invoiced", "The electronic invoice for your order is issued."),
        HotelOrderState::Shipping => ("on its way", "Your order is on its way."),
        HotelOrderState::DeliveryComplete => ("delivered", "Your order was delivered and added to the stock."),
        HotelOrderState::Canceled if is_supplier => ("canceled", "An order was canceled."),
        HotelOrderState::Canceled => ("canceled", "Your order was canceled."),
    };
    let note = notice.note.as_ref().map(|note| match notice.state {
        HotelOrderState::Canceled => format!("Reason: {note}"),
        _ => format!("Parcel: {note}"),
    });
    let total = format!("Total: ₩{}", format_thousands(notice.total.get()));
    let highlights = [format!("{}, {}", notice.number, notice.hotel), total].into_iter().chain(note).collect();
    let subject = format!("[{tenant}] Order {} {subject}", notice.number);
    Content {
        intro: intro.to_owned(),
        highlights,
        button: Button { label: "Open the order".to_owned(), url: link.to_owned() },
        note: match notice.recipient.role {
            HotelRole::SuperAdmin => "You get this mail because you take care of orders.",
            HotelRole::HotelClient => "You get this mail because you manage the hotel.",
            _ => "You get this mail because you placed the order.",
        }
        .to_owned(),
        sms: vec![subject.clone()],
        subject,
    }
}

/// Returns an amount with commas: `1,234,000`.
fn format_thousands(amount: i64) -> String {
    let digits = amount.unsigned_abs().to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    let sign = if amount < 0 { "-" } else { "" };
    format!("{sign}{}", groups.join(","))
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
