//! The codes and numbers that the database and the API store. A change here needs a migration.

use std::fmt::Debug;
use std::str::FromStr;

use domain::claim::{Actor, ForwardingMethod, MissingItem};
use domain::hotel::order::HotelOrderState;
use domain::hotel::product::ProductType;
use domain::hotel::room::{RequireReason, RoomState};
use domain::hotel::sensor::{ReadingRefusal, SensorState, SensorType};
use domain::hotel::stock::StockEntryKind;
use domain::hotel::{ApiKeyState, HotelClientKind, HotelRole};
use domain::quote::LineCode;
use domain::{
    AccidentType, ApplicationKind, Browser, ChangeProof, Channel, ClaimKind, ConsentKind, DeliveryChannel,
    DeliveryTopic, Document, FailureCode, Grade, IdDocument, InvalidCode, Locale, MessageKind, NotificationKind,
    OrderStatus, PersonConsent, Phase, Platform, ProfileField, ProviderName, ProviderStatus, Relation, SocialProvider,
    StaffRole, TenantKind,
};
use strum::VariantArray;

/// Checks the codes of an enum in their order, and that each parses back.
fn check<E>(codes: &str)
where
    E: VariantArray + Copy + Debug + PartialEq + FromStr + Into<&'static str>,
{
    let actual: Vec<&'static str> = E::VARIANTS.iter().map(|value| (*value).into()).collect();
    assert_eq!(actual.join(" "), codes);
    for value in E::VARIANTS {
        assert_eq!(Into::<&'static str>::into(*value).parse::<E>().ok(), Some(*value));
    }
    for other in ["", "unknown code", &actual[0].to_uppercase(), &format!(" {}", actual[0])] {
        assert_eq!(other.parse::<E>().ok(), None, "{other:?}");
    }
}

#[test]
fn account_codes_are_stable() {
    check::<Locale>("ko en");
    check::<SocialProvider>("kakao naver google");
    check::<Browser>("kakaotalk naver samsung whale edge firefox chrome safari other");
    check::<Platform>("android ios windows macos linux other");
    check::<StaffRole>("shooting_expert analysis_expert clinic_admin");
    check::<TenantKind>("dental hotel");
    check::<Relation>("self child parent spouse other");
    check::<PersonConsent>("guardian agreed");
    check::<ConsentKind>("health terms privacy age14 provide training");
}

#[test]
fn hotel_codes_are_stable() {
    check::<HotelRole>("super_admin headquarters hotel_client housekeeper partner");
    check::<HotelClientKind>("general_hotel partner hotel_headquarters");
    check::<ApiKeyState>("used not_used expired revoked");
    check::<HotelOrderState>(
        "order_request product_preparation electronic_invoice shipping delivery_complete canceled",
    );
    check::<ProductType>("shampoo treatment body_wash body_cream hand_wash toothpaste");
    check::<RoomState>("require stable");
    check::<RequireReason>("low sensor_abnormal sensor_need_check");
    check::<SensorType>("level weight");
    check::<SensorState>("normal abnormal need_check");
    check::<StockEntryKind>("delivery refill count");
    let refusals: Vec<_> = ReadingRefusal::VARIANTS.iter().map(|refusal| refusal.as_str()).collect();
    assert_eq!(refusals, ["unknown_serial", "out_of_range", "future_time", "too_old", "other_partner"]);
}

#[test]
fn analysis_codes_are_stable() {
    check::<ApplicationKind>("application walk_in");
    check::<Phase>("before after");
    check::<FailureCode>(
        "no_tongue too_dark too_bright blurred too_small cut_off not_an_image too_large analysis_failed",
    );
    let grades: Vec<_> = Grade::VARIANTS.iter().map(|grade| grade.as_str()).collect();
    assert_eq!(grades, ["ready", "normal", "warning", "alert"]);
}

#[test]
fn claim_codes_are_stable() {
    check::<Actor>("patient staff");
    check::<Document>("medical_bill_receipt detailed_statement");
    check::<ClaimKind>("new reclaim forward resend");
    check::<MissingItem>("document signature tracking_number forwarding");
    check::<ForwardingMethod>("fax email post");
    check::<AccidentType>("disease injury dental traffic other");
    check::<LineCode>(
        "certificate.medical_bill_receipt certificate.detailed_statement signed_certificate.medical_bill_receipt \
         signed_certificate.detailed_statement registered_mail forwarding \
         discount.reclaim discount.resend",
    );
}

#[test]
fn payment_codes_are_stable() {
    check::<OrderStatus>("pending confirming paid failed canceled expired refunding refunded");
    check::<ProviderName>("toss inicis");
    check::<ProviderStatus>("ready in_progress done canceled partial_canceled aborted expired");
}

#[test]
fn message_codes_are_stable() {
    check::<Channel>("mail sms");
    check::<MessageKind>("login_ids password_reset export_ready confirm_email phone_changed email_changed");
    check::<DeliveryChannel>("alimtalk sms");
    check::<DeliveryTopic>("results applications claims");
    check::<ProfileField>("name phone_number email address");
    check::<ChangeProof>("identity code link session clinic");
    check::<IdDocument>("id_card driver_license passport residence_card");
    check::<NotificationKind>(
        "result_ready result_failed export_failed tci_received tci_released tci_corrected tci_withdrawn tci_canceled \
         claim_paid claim_issued claim_canceled payment_failed new_sign_in claim_mailed claim_forwarded refund_started \
         refund_done profile_changed name_requested terms_changed terms_restricted",
    );
}

#[test]
fn error_codes_are_stable() {
    check::<InvalidCode>(
        "required format too_long range mismatch too_young taken expired used unknown not_agreed common personal",
    );
}

#[test]
fn invalid_shows_field_and_code() {
    let invalid = domain::Invalid::new("phoneNumber", InvalidCode::TooLong);
    assert_eq!(invalid.to_string(), "phoneNumber: too_long");
}

#[test]
fn ids_are_plain_numbers() {
    let id: domain::TciId = "42".parse().expect("a number");
    assert_eq!((id, id.get(), id.to_string().as_str()), (domain::TciId::from(42), 42, "42"));
    assert_eq!(serde_json::to_string(&id).expect("JSON"), "42");
    assert!("4x".parse::<domain::TciId>().is_err());
}
