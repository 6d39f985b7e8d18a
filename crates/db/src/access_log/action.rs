//! What the access log knows to have been done.

/// What sort of thing was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sign-ins, passwords and staff accounts.
    Account,
    /// Lists; those on a screen look themselves up again.
    List,
    /// One record was opened.
    Read,
    /// A record was made or changed.
    Change,
    /// A copy left.
    Download,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Account, Self::List, Self::Read, Self::Change, Self::Download];

    /// The kind as the API spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::List => "list",
            Self::Read => "read",
            Self::Change => "change",
            Self::Download => "download",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == code)
    }

    /// The actions of these kinds, as the database spells them.
    pub(super) fn actions(kinds: &[Self]) -> Vec<String> {
        let of_them = Action::ALL.iter().filter(|action| kinds.contains(&action.kind()));
        of_them.map(|action| action.as_str().to_owned()).collect()
    }
}

macro_rules! actions {
    ($($(#[$doc:meta])* $kind:ident $name:ident = $text:literal,)+) => {
        /// What was done.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($(#[$doc])* $name,)+
        }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The action as the database spells it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// What sort of action it is.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$name => Kind::$kind,)+ }
            }
        }
    };
}

actions! {
    /// Staff signed in.
    Account SignIn = "sign_in",
    /// A sign-in of staff failed.
    Account SignInFailed = "sign_in_failed",
    /// Staff set a password.
    Account PasswordChanged = "password_changed",
    /// A list of applications was read.
    List ApplicationsListed = "applications_listed",
    /// An application was read.
    Read ApplicationRead = "application_read",
    /// A walk-in application was made.
    Change ApplicationMade = "application_made",
    /// An application was taken, completed or called off.
    Change ApplicationChanged = "application_changed",
    /// A picture was added or replaced.
    Change PictureAdded = "picture_added",
    /// An expert's scores, crop or comment were saved.
    Change AnalysisSaved = "analysis_saved",
    /// An analysis was released.
    Change AnalysisReleased = "analysis_released",
    /// A staff account was made.
    Account StaffMade = "staff_made",
    /// A staff account was changed or ended.
    Account StaffChanged = "staff_changed",
    /// A list of claims was read.
    List ClaimsListed = "claims_listed",
    /// A claim was read.
    Read ClaimRead = "claim_read",
    /// A claim was taken or called off, or its mail's number noted.
    Change ClaimChanged = "claim_changed",
    /// A document was issued or replaced.
    Change DocumentAdded = "document_added",
    /// The documents of a claim were released to the patient.
    Change DocumentsReleased = "documents_released",
    /// A document was downloaded, by staff or by the patient.
    Download DocumentDownloaded = "document_downloaded",
    /// What was found about the clinic's payments was read.
    List FindingsListed = "findings_listed",
    /// Something that was found about a payment was said to be put right.
    Change FindingResolved = "finding_resolved",
    /// This log was searched, or a month of it reviewed.
    List AccessLogRead = "access_log_read",
    /// A month of this log was said to be looked over.
    Change AccessReviewed = "access_reviewed",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_of_one_kind() {
        let mut all: Vec<String> = Kind::ALL.into_iter().flat_map(|kind| Kind::actions(&[kind])).collect();
        let mut named: Vec<_> = Action::ALL.iter().map(|action| action.as_str()).collect();
        all.sort_unstable();
        named.sort_unstable();
        assert_eq!(all, named);
        assert_eq!(Kind::actions(&[Kind::Download]), ["document_downloaded"]);
        assert_eq!(Kind::ALL.map(|kind| Kind::from_code(kind.as_str())), Kind::ALL.map(Some));
        assert_eq!(Kind::from_code("sign_in"), None);
    }
}
