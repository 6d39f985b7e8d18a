//! The actions in the access log.

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sign-ins, passwords and staff accounts.
    Account,
    /// A list was read. Lists on a screen refresh automatically.
    List,
    /// One record was opened.
    Read,
    /// A record was inserted or changed.
    Change,
    /// A copy was taken.
    Download,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Account, Self::List, Self::Read, Self::Change, Self::Download];

    /// Returns the kind's name in the API.
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

    /// Parses a kind's name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == code)
    }

    /// Returns the names of the actions of these kinds in the database.
    #[must_use]
    pub fn actions(kinds: &[Self]) -> Vec<String> {
        let of_them = Action::ALL.iter().filter(|action| kinds.contains(&action.kind()));
        of_them.map(|action| action.as_str().to_owned()).collect()
    }
}

macro_rules! actions {
    ($($(#[$doc:meta])* $kind:ident $name:ident = $text:literal,)+) => {
        /// An action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($(#[$doc])* $name,)+
        }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Returns the action's name in the database.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// Parses an action's name in the database.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|action| action.as_str() == code)
            }

            /// Returns the kind of the action.
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
    /// A patient signed in.
    Account PatientSignIn = "patient_sign_in",
    /// A sign-in of a patient failed.
    Account PatientSignInFailed = "patient_sign_in_failed",
    /// Staff set a password.
    Account PasswordChanged = "password_changed",
    /// Staff signed out.
    Account SignOut = "sign_out",
    /// Staff ended one or all of their sessions.
    Account SessionsEnded = "sessions_ended",
    /// An admin set a temporary password for a member of staff.
    Account PasswordReset = "password_reset",
    /// Staff confirmed an authenticator app, or generated new recovery codes.
    Account SecondFactorSet = "second_factor_set",
    /// A code of the second factor was wrong.
    Account SecondFactorFailed = "second_factor_failed",
    /// A recovery code was used to sign in.
    Account RecoveryCodeUsed = "recovery_code_used",
    /// A second factor was removed, by its owner or by an admin.
    Account SecondFactorRemoved = "second_factor_removed",
    /// An admin changed whether the clinic's staff need a second factor.
    Account SecondFactorRule = "second_factor_rule_changed",
    /// Staff made a call that their role does not permit.
    Account AccessDenied = "access_denied",
    /// A list of applications was read.
    List ApplicationsListed = "applications_listed",
    /// An application was read.
    Read ApplicationRead = "application_read",
    /// All records that a clinic has of one person were read.
    Read RecordRead = "record_read",
    /// A walk-in application was created.
    Change ApplicationMade = "application_made",
    /// An application was received, completed, canceled or assigned to another analyst.
    Change ApplicationChanged = "application_changed",
    /// A picture was added or replaced.
    Change PictureAdded = "picture_added",
    /// An expert's scores, crop or comment were saved.
    Change AnalysisSaved = "analysis_saved",
    /// An analysis was released.
    Change AnalysisReleased = "analysis_released",
    /// A released analysis was corrected.
    Change AnalysisCorrected = "analysis_corrected",
    /// A staff account was created.
    Account StaffMade = "staff_made",
    /// A staff account was changed or deactivated.
    Account StaffChanged = "staff_changed",
    /// A list of claims was read.
    List ClaimsListed = "claims_listed",
    /// A claim was read.
    Read ClaimRead = "claim_read",
    /// A claim was received or canceled, or its tracking number was set.
    Change ClaimChanged = "claim_changed",
    /// A document was issued or replaced.
    Change DocumentAdded = "document_added",
    /// The forwarding of a claim's documents to the other insurer was recorded.
    Change ClaimForwarded = "claim_forwarded",
    /// The payout account and the resident number digits of a claim were shown.
    Download PayoutOpened = "payout_opened",
    /// The clinic's seal and signature were stored.
    Change SealStored = "seal_stored",
    /// The clinic's seal and signature were removed.
    Change SealRemoved = "seal_removed",
    /// The clinic's seal and signature were placed on a document.
    Change SealUsed = "seal_used",
    /// A patient deleted a self-check.
    Change SelfCheckDeleted = "self_check_deleted",
    /// The holder of an account renamed a person who has records.
    Change PersonRenamed = "person_renamed",
    /// A walk-in's consent to the processing of health data was recorded.
    Change HealthConsentRecorded = "health_consent_recorded",
    /// A patient was asked to accept the name on an ID card that staff saw.
    Change NameRequested = "name_requested",
    /// The documents of a claim were released to the patient.
    Change DocumentsReleased = "documents_released",
    /// A document was downloaded, by staff or by the patient.
    Download DocumentDownloaded = "document_downloaded",
    /// The report of an application's analyses was downloaded, by staff or by the patient.
    Download ReportDownloaded = "report_downloaded",
    /// The discrepancies of the clinic's payments were listed.
    List FindingsListed = "findings_listed",
    /// A discrepancy of a payment was resolved.
    Change FindingResolved = "finding_resolved",
    /// This log was searched.
    List AccessLogRead = "access_log_read",
    /// A month of this log was reviewed.
    Change AccessReviewed = "access_reviewed",
    /// An account of a hotel tenant was created.
    Account HotelUserMade = "hotel_user_made",
    /// An account of a hotel tenant was changed or deactivated.
    Account HotelUserChanged = "hotel_user_changed",
    /// A client of a hotel tenant was created.
    Change HotelClientMade = "hotel_client_made",
    /// A client of a hotel tenant was changed or deactivated.
    Change HotelClientChanged = "hotel_client_changed",
    /// An API key was created.
    Change ApiKeyMade = "api_key_made",
    /// The name, category or usage period of an API key was changed.
    Change ApiKeyChanged = "api_key_changed",
    /// An API key was revoked.
    Change ApiKeyRevoked = "api_key_revoked",
    /// An operator read data of the tenant.
    Read OperatorRead = "operator_read",
    /// An operator changed data of the tenant.
    Change OperatorChanged = "operator_changed",
    /// Photos and expert scores were exported for training.
    Download TrainingExported = "training_exported",
}
