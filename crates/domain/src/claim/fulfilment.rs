//! The work that must be done before a claim is released: everything that was paid for.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::kind::Document;
use super::options::ClaimOptions;

/// What a claim's release waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum MissingItem {
    /// A document is not issued.
    Document,
    /// An issued document is not signed.
    Signature,
    /// The registered mail has no tracking number.
    TrackingNumber,
    /// It is not recorded how the documents were sent to the other insurer.
    Forwarding,
}

/// A document that was issued and is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredDocument {
    /// Which document.
    pub document: Document,
    /// Whether a doctor signed it.
    pub is_signed: bool,
}

/// What was done for a claim.
#[derive(Clone, Copy, Debug)]
pub struct Fulfilment<'a> {
    /// The documents.
    pub documents: &'a [StoredDocument],
    /// Whether the registered mail has a tracking number.
    pub has_tracking_number: bool,
    /// Whether it is recorded how the documents were sent to the other insurer.
    pub is_forwarded: bool,
}

impl ClaimOptions {
    /// Returns what is missing for the release. The triggers `claims_issued` enforce the same rule.
    #[must_use]
    pub fn find_missing(&self, done: Fulfilment<'_>) -> Vec<MissingItem> {
        let find = |document: &Document| done.documents.iter().find(|stored| stored.document == *document);
        let is_open = |missing: MissingItem| match missing {
            MissingItem::Document => self.documents.iter().any(|document| find(document).is_none()),
            MissingItem::Signature => {
                let is_unsigned = |document: &Document| find(document).is_some_and(|stored| !stored.is_signed);
                self.doctor_signature && self.documents.iter().any(is_unsigned)
            }
            MissingItem::TrackingNumber => self.registered_mail && !done.has_tracking_number,
            MissingItem::Forwarding => self.forwarding && !done.is_forwarded,
        };
        MissingItem::VARIANTS.iter().copied().filter(|missing| is_open(*missing)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::ClaimKind;
    use super::*;

    const RECEIPT: StoredDocument = StoredDocument { document: Document::MedicalBillReceipt, is_signed: false };
    const NOTHING: Fulfilment<'_> = Fulfilment { documents: &[], has_tracking_number: false, is_forwarded: false };

    fn options(signed: bool, mailed: bool, forwarded: bool) -> ClaimOptions {
        ClaimOptions {
            documents: vec![Document::MedicalBillReceipt],
            doctor_signature: signed,
            registered_mail: mailed,
            forwarding: forwarded,
            kind: ClaimKind::New,
        }
    }

    #[test]
    fn every_paid_option_is_waited_for() {
        use MissingItem::{Document, Forwarding, Signature, TrackingNumber};
        let all = options(true, true, true);
        assert_eq!(all.find_missing(NOTHING), [Document, TrackingNumber, Forwarding]);
        let unsigned = Fulfilment { documents: &[RECEIPT], has_tracking_number: true, is_forwarded: true };
        assert_eq!(all.find_missing(unsigned), [Signature]);
        let signed = [StoredDocument { is_signed: true, ..RECEIPT }];
        assert_eq!(all.find_missing(Fulfilment { documents: &signed, ..unsigned }), []);
    }

    #[test]
    fn options_not_chosen_are_not_waited_for() {
        let done = Fulfilment { documents: &[RECEIPT], ..NOTHING };
        assert_eq!(options(false, false, false).find_missing(done), []);
    }

    #[test]
    fn resend_waits_for_its_tracking_number() {
        let resend = ClaimOptions { documents: Vec::new(), kind: ClaimKind::Resend, ..options(false, true, false) };
        assert_eq!(resend.find_missing(NOTHING), [MissingItem::TrackingNumber]);
    }
}
