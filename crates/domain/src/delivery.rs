//! Delivery of notifications outside the app: as 알림톡 (a `KakaoTalk` business message) or as a text message.
//!
//! Messages say that there is something to see and where, and nothing about anybody's health.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::calendar::{korean_day, korean_time};
use crate::ids::{ApplicationId, ClaimId, TciId};
use crate::locale::Locale;
use crate::notification::NotificationKind;

use DeliveryTopic::{Applications, Claims, Results};

/// How long a delivery may be late, counted from the time it was to be sent.
pub const DELIVERY_TIMEOUT: TimeDelta = TimeDelta::hours(24);
/// The template variable for the service's name.
pub const SERVICE_VARIABLE: &str = "#{서비스}";
/// The template variable for the link without its scheme: `KakaoTalk` requires the scheme in the template.
pub const LINK_VARIABLE: &str = "#{링크}";

/// The hour in Korea from which messages are sent.
const FIRST_HOUR: u32 = 8;
/// The hour in Korea until which messages are sent.
const LAST_HOUR: u32 = 21;
/// The delay of messages about self-checks: a patient who waits for the result sees it on the screen first.
const SELF_CHECK_DELAY: TimeDelta = TimeDelta::minutes(10);

/// How a notification reaches a patient outside the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryChannel {
    /// 알림톡, with a text message where `KakaoTalk` does not reach the number.
    Alimtalk,
    /// Text message.
    Sms,
}

/// The topic of a notification. Patients choose by topic what is also sent outside the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryTopic {
    /// Results of self-checks and of analyses at clinics.
    Results,
    /// The progress of applications.
    Applications,
    /// The progress of claims and of their payments.
    Claims,
}

/// The topics that a patient allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryTopics {
    /// [`DeliveryTopic::Results`].
    pub results: bool,
    /// [`DeliveryTopic::Applications`].
    pub applications: bool,
    /// [`DeliveryTopic::Claims`].
    pub claims: bool,
}

impl Default for DeliveryTopics {
    /// Every topic is on unless the patient switches it off.
    fn default() -> Self {
        Self { results: true, applications: true, claims: true }
    }
}

impl DeliveryTopics {
    const fn contains(self, topic: DeliveryTopic) -> bool {
        match topic {
            DeliveryTopic::Results => self.results,
            DeliveryTopic::Applications => self.applications,
            DeliveryTopic::Claims => self.claims,
        }
    }
}

/// What a patient allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliverySettings {
    /// Whether 알림톡 may be sent.
    pub alimtalk: bool,
    /// Whether text messages may be sent.
    pub sms: bool,
    /// What messages may be about.
    pub topics: DeliveryTopics,
    /// The language. `None` until the patient saved the settings.
    pub locale: Option<Locale>,
}

impl Default for DeliverySettings {
    /// Service messages are sent unless the patient switches them off.
    fn default() -> Self {
        Self { alimtalk: true, sms: true, topics: DeliveryTopics::default(), locale: None }
    }
}

impl DeliverySettings {
    /// Returns the settings for one message: without channels when its topic is off. A message without a topic is
    /// always sent, at least as a text message.
    #[must_use]
    pub const fn for_topic(self, topic: Option<DeliveryTopic>) -> Self {
        match topic {
            None => Self { sms: true, ..self },
            Some(topic) if self.topics.contains(topic) => self,
            Some(_) => Self { alimtalk: false, sms: false, ..self },
        }
    }
}

/// A template that `KakaoTalk` approved. Its text contains [`SERVICE_VARIABLE`] and [`LINK_VARIABLE`], its button links
/// to [`BUTTON_URL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// The notification.
    pub kind: NotificationKind,
    /// The topic by which a patient switches it off. `None` for messages that the law requires: changes of the terms,
    /// canceled claims and refunds.
    pub topic: Option<DeliveryTopic>,
    /// The message in Korean.
    pub ko: &'static str,
    /// The text message in English: templates are approved in Korean only.
    pub en: &'static str,
    /// How long the notification may stay unread before a message is sent.
    pub delay: TimeDelta,
}

/// The button of every template.
pub const BUTTON: &str = "확인하기";
/// The link of the button.
pub const BUTTON_URL: &str = "https://#{링크}";

/// Every template. A notification without one stays in the app.
pub const TEMPLATES: [Template; 14] = [
    Template {
        delay: SELF_CHECK_DELAY,
        ..template(NotificationKind::ResultReady, Some(Results), "결과가 준비됐어요.", "Your result is ready.")
    },
    template(NotificationKind::TciReceived, Some(Applications), "신청이 접수됐어요.", "Your application was received."),
    template(NotificationKind::TciReleased, Some(Results), "결과가 준비됐어요.", "Your result is ready."),
    template(NotificationKind::TciCorrected, Some(Results), "결과가 수정됐어요.", "Your result was corrected."),
    template(
        NotificationKind::TciWithdrawn,
        Some(Results),
        "결과를 다시 확인하고 있어요.",
        "Your result is being checked again.",
    ),
    template(NotificationKind::TciCanceled, Some(Applications), "신청이 취소됐어요.", "Your application was canceled."),
    template(
        NotificationKind::ClaimPaid,
        Some(Claims),
        "서류 청구가 접수됐어요.",
        "Your document request was received.",
    ),
    template(NotificationKind::ClaimIssued, Some(Claims), "신청한 서류가 준비됐어요.", "Your documents are ready."),
    template(
        NotificationKind::ClaimCanceled,
        None,
        "서류 청구가 취소됐어요. 결제한 금액은 돌려드려요.",
        "Your document request was canceled. We will refund you.",
    ),
    template(
        NotificationKind::ClaimMailed,
        Some(Claims),
        "신청한 서류를 등기우편으로 보냈어요.",
        "Your documents are in the mail.",
    ),
    template(
        NotificationKind::ClaimForwarded,
        Some(Claims),
        "신청한 서류를 전달했어요.",
        "Your documents were forwarded.",
    ),
    template(NotificationKind::RefundDone, None, "결제한 금액을 돌려드렸어요.", "Your payment was refunded."),
    template(
        NotificationKind::TermsRestricted,
        None,
        "약관이 바뀔 예정이에요. 미리 확인해 주세요.",
        "Our terms will change.",
    ),
    template(
        NotificationKind::PaymentFailed,
        Some(Claims),
        "결제가 끝나지 않았어요. 앱에서 확인해 주세요.",
        "Your payment did not go through.",
    ),
];

const fn template(
    kind: NotificationKind,
    topic: Option<DeliveryTopic>,
    ko: &'static str,
    en: &'static str,
) -> Template {
    Template { kind, topic, ko, en, delay: TimeDelta::zero() }
}

impl Template {
    /// Returns the template of a notification, if it has one.
    #[must_use]
    pub fn find(kind: NotificationKind) -> Option<&'static Self> {
        TEMPLATES.iter().find(|template| template.kind == kind)
    }

    /// Returns the text to register with `KakaoTalk`.
    #[must_use]
    pub fn registered_text(&self) -> String {
        format!("[{SERVICE_VARIABLE}] {}\nhttps://{LINK_VARIABLE}", self.ko)
    }

    /// Returns the text message.
    #[must_use]
    pub fn sms(&self, locale: Locale, service: &str, link: &str) -> String {
        let sentence = match locale {
            Locale::Ko => self.ko,
            Locale::En => self.en,
        };
        format!("[{service}] {sentence}\n{link}")
    }
}

/// What a notification is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The analysis.
    pub tci: Option<TciId>,
    /// The application.
    pub application: Option<ApplicationId>,
    /// The claim.
    pub claim: Option<ClaimId>,
}

impl Subject {
    /// Returns the path of the page that shows it.
    #[must_use]
    pub fn path(&self) -> String {
        match (self.application, self.claim, self.tci) {
            (Some(application), _, _) => format!("/apply-history/{application}"),
            (_, Some(claim), _) => format!("/insurance/{claim}"),
            (_, _, Some(tci)) => format!("/self-check/{tci}"),
            (None, None, None) => "/notifications".to_owned(),
        }
    }
}

/// Returns when a message may be sent: now, or at eight in the morning in Korea when it is night there.
#[must_use]
pub fn allowed_time(now: DateTime<Utc>) -> DateTime<Utc> {
    let day = korean_day(now);
    let morning = NaiveTime::from_hms_opt(FIRST_HOUR, 0, 0).unwrap_or(NaiveTime::MIN);
    let evening = NaiveTime::from_hms_opt(LAST_HOUR, 0, 0).unwrap_or(NaiveTime::MIN);
    if now < korean_time(day, morning) {
        korean_time(day, morning)
    } else if now >= korean_time(day, evening) {
        korean_time(day.checked_add_days(Days::new(1)).unwrap_or(day), morning)
    } else {
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn night_messages_wait_until_eight() {
        for (now, allowed) in [
            ("2026-11-25T12:00:00Z", "2026-11-25T23:00:00Z"),
            ("2026-11-25T11:59:59Z", "2026-11-25T11:59:59Z"),
            ("2026-11-25T15:00:00Z", "2026-11-25T23:00:00Z"),
            ("2026-11-25T22:59:59Z", "2026-11-25T23:00:00Z"),
            ("2026-11-25T23:00:00Z", "2026-11-25T23:00:00Z"),
            ("2026-12-31T14:59:59Z", "2026-12-31T23:00:00Z"),
        ] {
            let time = |text: &str| -> DateTime<Utc> { text.parse().expect("a time") };
            assert_eq!(allowed_time(time(now)), time(allowed), "{now}");
        }
    }

    #[test]
    fn templates_are_unique_and_say_no_health() {
        for (at, template) in TEMPLATES.iter().enumerate() {
            assert!(TEMPLATES[..at].iter().all(|other| other.kind != template.kind), "{:?}", template.kind);
            for word in ["혀", "설태", "점수", "치과", "진료", "보험", "TCI", "tongue", "score", "dental", "claim"]
            {
                assert!(!template.ko.contains(word) && !template.en.contains(word), "{word}: {:?}", template.kind);
            }
        }
        assert_eq!(Template::find(NotificationKind::ExportFailed), None);
    }

    #[test]
    fn topic_off_leaves_no_channel() {
        let topics = DeliveryTopics { results: false, ..DeliveryTopics::default() };
        let settings = DeliverySettings { topics, ..DeliverySettings::default() };
        let channels = |settings: DeliverySettings, topic| {
            let settings = settings.for_topic(topic);
            (settings.alimtalk, settings.sms)
        };
        assert_eq!(channels(settings, Some(Results)), (false, false));
        assert_eq!(channels(settings, Some(Applications)), (true, true));
        assert_eq!(channels(settings, Some(Claims)), (true, true));
        let off = DeliverySettings { alimtalk: false, sms: false, ..settings };
        assert_eq!((channels(off, Some(Claims)), channels(off, None)), ((false, false), (false, true)));
    }

    #[test]
    fn refunds_and_terms_have_no_topic() {
        let without: Vec<_> = TEMPLATES.iter().filter(|one| one.topic.is_none()).map(|one| one.kind).collect();
        let expected =
            [NotificationKind::ClaimCanceled, NotificationKind::RefundDone, NotificationKind::TermsRestricted];
        assert_eq!(without, expected);
    }

    #[test]
    fn message_names_service_and_link() {
        let template = Template::find(NotificationKind::TciReleased).expect("a template");
        assert_eq!(template.registered_text(), "[#{서비스}] 결과가 준비됐어요.\nhttps://#{링크}");
        assert_eq!(template.sms(Locale::En, "혀봄", "https://a.kr/x"), "[혀봄] Your result is ready.\nhttps://a.kr/x");
    }

    #[test]
    fn link_leads_to_the_subject() {
        let (tci, application, claim) = (Some(TciId::new(1)), Some(ApplicationId::new(2)), Some(ClaimId::new(3)));
        for (subject, path) in [
            (Subject { tci, application, ..Subject::default() }, "/apply-history/2"),
            (Subject { tci, ..Subject::default() }, "/self-check/1"),
            (Subject { claim, ..Subject::default() }, "/insurance/3"),
            (Subject::default(), "/notifications"),
        ] {
            assert_eq!(subject.path(), path);
        }
    }
}
