//! The carrier's side of 알림톡: channels, approved templates, and the numbers that `KakaoTalk` reaches.
//!
//! A message refers to a template and contains its variables, which the carrier inserts into the approved text. If
//! `KakaoTalk` does not reach the number, the carrier sends the text as SMS, unless `disableSms` is true.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Button, Channel, Message};

/// The channels of the account.
const CHANNELS: [&str; 2] = ["KA01PFSANDBOXBOM", "KA01PFSANDBOXHANEUL"];
/// Numbers with this ending have no `KakaoTalk`.
const WITHOUT_KAKAO: &str = "0404";

/// `kakaoOptions` of a message.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KakaoOptions {
    pf_id: String,
    template_id: String,
    #[serde(default)]
    variables: BTreeMap<String, String>,
    #[serde(default)]
    disable_sms: bool,
}

/// An approved template. Templates in production contain `https://`; these are for a product on this machine.
struct Template {
    id: &'static str,
    text: &'static str,
}

const TEMPLATES: [Template; 14] = [
    Template { id: "KA01TPSANDBOXResultReady", text: "[#{서비스}] 결과가 준비됐어요.\nhttp://#{링크}" },
    Template { id: "KA01TPSANDBOXTciReceived", text: "[#{서비스}] 신청이 접수됐어요.\nhttp://#{링크}" },
    Template { id: "KA01TPSANDBOXTciReleased", text: "[#{서비스}] 결과가 준비됐어요.\nhttp://#{링크}" },
    Template { id: "KA01TPSANDBOXTciCorrected", text: "[#{서비스}] 결과가 수정됐어요.\nhttp://#{링크}" },
    Template {
        id: "KA01TPSANDBOXTciWithdrawn", text: "[#{서비스}] 결과를 다시 확인하고 있어요.\nhttp://#{링크}"
    },
    Template { id: "KA01TPSANDBOXTciCanceled", text: "[#{서비스}] 신청이 취소됐어요.\nhttp://#{링크}" },
    Template {
        id: "KA01TPSANDBOXClaimPaid", text: "[#{서비스}] 서류 청구가 접수됐어요.\nhttp://#{링크}"
    },
    Template {
        id: "KA01TPSANDBOXClaimIssued", text: "[#{서비스}] 신청한 서류가 준비됐어요.\nhttp://#{링크}"
    },
    Template {
        id: "KA01TPSANDBOXClaimCanceled",
        text: "[#{서비스}] 서류 청구가 취소됐어요. 결제한 금액은 돌려드려요.\nhttp://#{링크}",
    },
    Template {
        id: "KA01TPSANDBOXClaimMailed",
        text: "[#{서비스}] 신청한 서류를 등기우편으로 보냈어요.\nhttp://#{링크}",
    },
    Template {
        id: "KA01TPSANDBOXClaimForwarded", text: "[#{서비스}] 신청한 서류를 전달했어요.\nhttp://#{링크}"
    },
    Template {
        id: "KA01TPSANDBOXRefundDone", text: "[#{서비스}] 결제한 금액을 돌려드렸어요.\nhttp://#{링크}"
    },
    Template {
        id: "KA01TPSANDBOXTermsRestricted",
        text: "[#{서비스}] 약관이 바뀔 예정이에요. 미리 확인해 주세요.\nhttp://#{링크}",
    },
    Template {
        id: "KA01TPSANDBOXPaymentFailed",
        text: "[#{서비스}] 결제가 끝나지 않았어요. 앱에서 확인해 주세요.\nhttp://#{링크}",
    },
];
/// The button of every template, and its link.
const BUTTON: (&str, &str) = ("확인하기", "http://#{링크}");

/// Returns the reason why the carrier rejects a message, if any.
#[must_use]
pub fn find_error(options: &KakaoOptions) -> Option<(&'static str, &'static str)> {
    if !CHANNELS.contains(&options.pf_id.as_str()) {
        return Some(("1041", "유효한 플러스 친구 값이 아닙니다."));
    }
    let Some(template) = TEMPLATES.iter().find(|template| template.id == options.template_id) else {
        return Some(("1042", "유효한 템플릿 아이디가 아닙니다."));
    };
    let text = fill(template.text, &options.variables);
    (text.contains("#{") || text.contains("://http")).then_some(("1043", "등록한 템플릿과 내용이 다릅니다."))
}

/// Returns the message that arrives at a number, if any. Call it only if [`find_error`] found nothing.
#[must_use]
pub fn deliver(options: &KakaoOptions, to: &str) -> Option<Message> {
    let template = TEMPLATES.iter().find(|template| template.id == options.template_id)?;
    let text = fill(template.text, &options.variables);
    if to.ends_with(WITHOUT_KAKAO) {
        return (!options.disable_sms).then(|| Message { text, ..Message::new(Channel::Sms, to) });
    }
    let button = Button { name: BUTTON.0.to_owned(), url: fill(BUTTON.1, &options.variables) };
    Some(Message { text, button: Some(button), ..Message::new(Channel::Alimtalk, to) })
}

/// Inserts variables, whose names include their `#{…}`, into a text.
fn fill(text: &str, variables: &BTreeMap<String, String>) -> String {
    variables.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(template: &str, variables: &[(&str, &str)]) -> KakaoOptions {
        KakaoOptions {
            pf_id: CHANNELS[0].to_owned(),
            template_id: template.to_owned(),
            variables: variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            disable_sms: false,
        }
    }

    #[test]
    fn only_a_complete_approved_template_is_taken() {
        let both = [("#{서비스}", "혀봄"), ("#{링크}", "a.kr/x")];
        assert_eq!(find_error(&options("KA01TPSANDBOXTciReleased", &both)), None);
        for (template, variables, code) in [
            ("KA01TPSANDBOXTciReleased", &both[..1], "1043"),
            ("KA01TPSANDBOXUnknown", &both[..], "1042"),
            ("KA01TPSANDBOXTciReleased", &[("#{서비스}", "혀봄"), ("#{링크}", "http://a.kr")][..], "1043"),
        ] {
            let error = find_error(&options(template, variables));
            assert_eq!(error.map(|(code, _)| code), Some(code), "{template} {variables:?}");
        }
        let foreign = KakaoOptions { pf_id: "KA01PFELSEWHERE".into(), ..options("KA01TPSANDBOXTciReleased", &both) };
        assert_eq!(find_error(&foreign).map(|(code, _)| code), Some("1041"));
    }

    #[test]
    fn number_without_kakao_gets_text_message() {
        let mut options = options("KA01TPSANDBOXTciReleased", &[("#{서비스}", "혀봄"), ("#{링크}", "a.kr/x")]);
        let alimtalk = deliver(&options, "01012345678").expect("a message");
        assert_eq!(
            (alimtalk.channel, alimtalk.text.as_str()),
            (Channel::Alimtalk, "[혀봄] 결과가 준비됐어요.\nhttp://a.kr/x")
        );
        assert_eq!(alimtalk.button.expect("a button").url, "http://a.kr/x");
        let sms = deliver(&options, "01012340404").expect("a message");
        assert_eq!((sms.channel, sms.text), (Channel::Sms, alimtalk.text));
        options.disable_sms = true;
        assert!(deliver(&options, "01012340404").is_none());
    }
}
