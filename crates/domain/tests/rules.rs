//! Rules that hold for every value, not only for examples.

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveTime, TimeDelta, Timelike as _, Utc};
use domain::calendar::{first_of_month, korean_day, korean_time};
use domain::delivery::{Subject, allowed_time};
use domain::hotel::{HotelPermission, HotelRole};
use domain::profile::{mask_email, mask_name, mask_phone};
use domain::refund::refund_of_cancellation;
use domain::retention::{RetentionClass, months_before};
use domain::tenant::BrandColor;
use domain::{
    ApplicationId, ClaimId, ClaimStatus, Email, Krw, Name, OperatorRole, OpsPermission, Permission, Phone, Recipient,
    StaffRole, TciId,
};
use proptest::prelude::*;
use strum::VariantArray as _;

/// Any moment within three decades.
fn moments() -> impl Strategy<Value = DateTime<Utc>> {
    (1_500_000_000_i64..2_500_000_000).prop_map(|seconds| DateTime::from_timestamp(seconds, 0).expect("a time"))
}

fn days() -> impl Strategy<Value = NaiveDate> {
    moments().prop_map(|at| at.date_naive())
}

proptest! {
    #[test]
    fn message_is_sent_by_day_without_long_delay(now in moments()) {
        let at = allowed_time(now);
        let hour = (at + TimeDelta::hours(9)).hour();
        prop_assert!((8..21).contains(&hour), "{now} {at}");
        prop_assert!(at >= now && at - now <= TimeDelta::hours(11));
        prop_assert_eq!(allowed_time(at), at, "what may be sent may be sent");
    }

    #[test]
    fn korean_time_lies_on_its_day(day in days(), seconds in 0_u32..86_400) {
        let time = NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0).expect("a time");
        let at = korean_time(day, time);
        prop_assert_eq!(korean_day(at), day);
        prop_assert_eq!(korean_day(at - TimeDelta::seconds(i64::from(seconds) + 1)), day.pred_opt().expect("a day"));
    }

    #[test]
    fn first_of_month_stays_in_the_month(day in days()) {
        let first = first_of_month(day);
        prop_assert_eq!((first.year(), first.month(), first.day()), (day.year(), day.month(), 1));
        prop_assert_eq!(first_of_month(first), first);
    }

    #[test]
    fn longer_period_never_erases_more(now in moments(), months in 0_u32..1_200, more in 1_u32..12) {
        prop_assert!(months_before(now, months + more) < months_before(now, months));
        prop_assert!(months_before(now, months) <= now);
        prop_assert!(RetentionClass::SignUp.cutoff(now) < RetentionClass::Service.cutoff(now));
    }

    #[test]
    fn refund_is_all_that_was_paid(paid in proptest::option::of(0_i64..1_000_000), any_issued: bool) {
        for status in ClaimStatus::VARIANTS {
            let refund = refund_of_cancellation(*status, paid.map(Krw::new), any_issued);
            prop_assert!(refund.is_none_or(|refund| refund == Krw::new(paid.unwrap_or(0))), "{status:?}");
            let may_cancel = matches!((status, any_issued), (ClaimStatus::Requested, _) | (ClaimStatus::Issuing, false));
            prop_assert_eq!(refund.is_some(), may_cancel, "{:?}", status);
        }
    }

    #[test]
    fn darker_color_of_a_brand_is_one_too(channels: [u8; 3], darkness in 0.0_f64..1.0) {
        let text = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
        if let Ok(color) = BrandColor::parse("color", &text(channels)) {
            prop_assert_eq!(color.to_string(), text(channels));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 256")]
            let darker = channels.map(|channel| (f64::from(channel) * darkness) as u8);
            prop_assert!(BrandColor::parse("color", &text(darker)).is_ok(), "{:?}", darker);
        }
    }

    #[test]
    fn mask_shows_no_more_than_it_says(
        name in "[가-힣]{2,8}",
        number in "010[0-9]{8}",
        local in "[a-z]{2,10}",
        host in "[a-z]{2,10}\\.kr",
    ) {
        let masked = mask_name(&Name::parse(&name).expect("a name"));
        prop_assert_eq!(masked.chars().filter(|c| *c != '*').count(), 1);
        let masked = mask_phone(&Phone::parse(&number).expect("a number"));
        prop_assert_eq!(masked, format!("010-****-{}", &number[7..]));
        let masked = mask_email(&Email::parse(&format!("{local}@{host}")).expect("an address"));
        prop_assert_eq!(masked, format!("{}***@{host}", &local[..1]));
    }

    #[test]
    fn recipient_is_known_by_kind_and_id(id in 1_i64..i64::MAX, other in "[a-z]{1,9}") {
        for kind in ["clinic", "insurer"] {
            let recipient = Recipient::new(kind, id).expect("a recipient");
            prop_assert_eq!((recipient.kind(), recipient.id()), (kind, id));
        }
        prop_assert_ne!(Recipient::new("clinic", id), Recipient::new("insurer", id));
        prop_assert!(["clinic", "insurer"].contains(&other.as_str()) || Recipient::new(&other, id).is_none());
    }

    #[test]
    fn subjects_lead_to_screens_of_their_own(id in 1_i64..1_000_000) {
        let application = Subject { application: Some(ApplicationId::new(id)), ..Subject::default() };
        let claim = Subject { claim: Some(ClaimId::new(id)), ..Subject::default() };
        let tci = Subject { tci: Some(TciId::new(id)), ..Subject::default() };
        let paths = [application, claim, tci].map(|subject| subject.path());
        let end = format!("/{id}");
        prop_assert!(paths.iter().all(|path| path.ends_with(&end)));
        prop_assert!(paths[0] != paths[1] && paths[1] != paths[2] && paths[0] != paths[2]);
        let analysis = Subject { tci: Some(TciId::new(id + 1)), ..application };
        prop_assert_eq!(analysis.path(), application.path(), "an analysis of an application is on its screen");
    }
}

/// Returns the roles that have a permission with this name.
fn holders<R: Copy + PartialEq>(all: &[(&'static str, &'static [R])], name: &str) -> Option<&'static [R]> {
    all.iter().find(|(code, _)| *code == name).map(|(_, roles)| *roles)
}

/// Checks that roles that may change something may also see it, for each pair of permissions that differ in their verb.
/// Returns the number of pairs.
fn check_changers_see<R: Copy + PartialEq + std::fmt::Debug>(all: &[(&'static str, &'static [R])]) -> usize {
    const VERBS: [&str; 9] = ["manage", "change", "handle", "place", "move", "refill", "resolve", "run", "issue"];
    let mut checked = 0;
    for (code, changers) in all {
        let Some((verb, subject)) = code.split_once('_') else { continue };
        if !VERBS.contains(&verb) {
            continue;
        }
        if let Some(readers) = holders(all, &format!("read_{subject}")) {
            assert!(changers.iter().all(|role| readers.contains(role)), "{code}: {changers:?} of {readers:?}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn who_changes_a_thing_may_see_it() {
    let staff: Vec<_> = Permission::ALL.iter().map(|one| (one.as_str(), one.roles())).collect();
    let hotel: Vec<_> = HotelPermission::ALL.iter().map(|one| (one.as_str(), one.roles())).collect();
    let ops: Vec<_> = OpsPermission::ALL.iter().map(|one| (one.as_str(), one.roles())).collect();
    assert_eq!((check_changers_see(&staff), check_changers_see(&hotel), check_changers_see(&ops)), (2, 7, 4));
}

#[test]
fn roles_hold_what_the_table_says() {
    for role in StaffRole::VARIANTS {
        assert!(role.permissions().all(|one| one.roles().contains(role)));
        assert_eq!(role.permissions().count(), Permission::ALL.iter().filter(|one| role.may(**one)).count());
    }
    for role in HotelRole::VARIANTS {
        assert!(role.permissions().all(|one| one.roles().contains(role)));
    }
    // each higher role of operators has all permissions of the lower ones
    for pair in OperatorRole::VARIANTS.windows(2) {
        assert!(pair[0].permissions().all(|one| pair[1].may(one)), "{pair:?}");
    }
}
