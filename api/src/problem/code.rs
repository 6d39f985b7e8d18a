//! The kinds of problem.

use http::StatusCode;
use strum::{IntoStaticStr, VariantArray};

macro_rules! codes {
    ($(#[$meta:meta])* $($status:ident { $($(#[$doc:meta])* $code:ident,)+ })+) => {
        $(#[$meta])*
        pub enum Code { $($($(#[$doc])* $code,)+)+ }

        impl Code {
            /// Returns the HTTP status of the response.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $($(Self::$code)|+ => StatusCode::$status,)+ }
            }
        }
    };
}

codes! {
    /// A kind of problem. Its stable name is the variant's name in snake case. Each is listed under its HTTP status.
    #[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, PartialEq, VariantArray)]
    #[strum(serialize_all = "snake_case")]

    BAD_REQUEST {
        /// The request cannot be parsed.
        Malformed,
    }

    UNAUTHORIZED {
        /// Nobody is signed in, or the session has ended.
        Unauthorized,
        /// The ID or the password is wrong.
        InvalidCredentials,
        /// The temporary password has already signed in, or has expired.
        TemporaryPasswordExpired,
        /// The API key is unknown, not yet valid, expired or revoked. The body says which.
        ApiKeyRejected,
    }

    FORBIDDEN {
        /// The person is below the minimum age.
        UnderAge,
        /// The account's role does not allow the operation.
        Forbidden,
        /// The owner of the account must confirm first, by password or phone.
        ConfirmationRequired,
        /// The terms changed to the patients' disadvantage, and the patient has not agreed to the edition in effect.
        TermsConsentRequired,
        /// The password is temporary and must be changed first.
        PasswordChangeRequired,
        /// The code of the second factor is still pending.
        SecondFactorRequired,
        /// The clinic requires a second factor, which must be set up first.
        SecondFactorSetupRequired,
        /// The cookie came with a call that no page of the tenant made.
        CrossSite,
        /// The tenant is disabled: nobody can sign in or continue a session.
        TenantDisabled,
        /// The clinic is disabled: its staff cannot sign in.
        ClinicDisabled,
    }

    NOT_FOUND {
        /// There is no such thing, or it belongs to somebody else.
        NotFound,
        /// No account has this e-mail address, number or ID.
        NotRegistered,
        /// A link's token is unknown, used or expired.
        InvalidToken,
        /// No invitation has this code.
        InvalidInvite,
        /// No tenant has this host.
        UnknownTenant,
    }

    METHOD_NOT_ALLOWED {
        /// The path exists but does not support this method.
        MethodNotAllowed,
    }

    REQUEST_TIMEOUT {
        /// The request took too long.
        Timeout,
    }

    CONFLICT {
        /// Consent to the processing of health data, or to sharing data with the clinic, is missing.
        ConsentRequired,
        /// The current state does not allow this transition.
        IllegalTransition,
        /// Somebody else saved in the meantime. The body carries the current state.
        VersionConflict,
        /// The documents go by registered mail, and the tracking number is missing.
        TrackingNumberMissing,
        /// It is not recorded how the documents went to the other insurer.
        ForwardingMissing,
        /// A document is not signed.
        SignatureMissing,
        /// The clinic stored no seal.
        SealMissing,
        /// The withdrawal would cancel applications or claims, and the caller did not agree to that.
        WithdrawalEnds,
        /// The person's consent to the processing of health data is not recorded.
        HealthConsentMissing,
        /// There are no scores to release.
        NotScored,
        /// No analysis of the application is released.
        NotReleased,
        /// The invitation has no uses left.
        InviteUsedUp,
        /// The clinic would be left without an admin.
        LastAdmin,
        /// The month of the access log was already reviewed, and a review cannot be changed.
        AlreadyReviewed,
        /// The order is not paid.
        NotPaid,
        /// The claim is already paid.
        AlreadyPaid,
        /// An unpaid claim for the same documents exists. The body carries its id.
        UnpaidClaim,
        /// The document can no longer be downloaded.
        DownloadExpired,
        /// Something of the person is still open, or belongs to the person, so that this cannot change.
        PersonInUse,
        /// The account has as many people as it can.
        TooManyPeople,
        /// The patient marked as many favorite clinics as possible.
        TooManyFavorites,
        /// The clinic, or its member, has as many texts for comments as it can.
        TooManySnippets,
        /// The hotel has less in stock than a refill takes.
        StockShort,
        /// The upload already belongs to an analysis.
        UploadUsed,
        /// The person has not completed the verification.
        IdentityPending,
        /// The person, or the person's social account, already has an account here.
        AlreadyRegistered,
        /// A call with the same Idempotency-Key is still running.
        InProgress,
        /// The verified person is not the one whose account it is.
        IdentityMismatch,
    }

    GONE {
        /// The invitation has expired or was revoked.
        InviteExpired,
    }

    PAYLOAD_TOO_LARGE {
        /// The request's body is too large.
        TooLarge,
    }

    UNSUPPORTED_MEDIA_TYPE {
        /// The body's content type is not JSON.
        UnsupportedMediaType,
    }

    UNPROCESSABLE_ENTITY {
        /// The response of a passkey is wrong, too late or for another challenge, or the passkey is already registered.
        PasskeyRejected,
        /// Fields are invalid.
        Validation,
        /// The tenant requires a verified identity at sign-up.
        IdentityRequired,
        /// The identity could not be verified.
        IdentityFailed,
        /// The confirmation code is wrong, used or expired.
        CodeMismatch,
        /// The clinic cannot be selected.
        NotSelectable,
        /// The clinic does not offer the option.
        OptionNotOffered,
        /// The upload's key was never issued to this account.
        UnknownUpload,
        /// The upload's key has expired.
        UploadExpired,
        /// Nothing was stored under the upload's key.
        UploadMissing,
        /// The stored object is empty or too large.
        UploadSize,
        /// The stored object is not a JPEG, PNG or WebP picture.
        NotAnImage,
        /// The stored object is a HEIC picture, which is not supported.
        HeicNotSupported,
        /// The stored object is not a PDF, or is damaged.
        NotAPdf,
        /// The stored object is an encrypted PDF.
        EncryptedPdf,
        /// The stored object is a PDF with scripts, actions, forms or attached files.
        ActivePdf,
        /// A text of a document has letters that no font has.
        UnprintableText,
        /// The same Idempotency-Key was used with another body.
        IdempotencyMismatch,
    }

    TOO_MANY_REQUESTS {
        /// Too many attempts.
        TooManyRequests,
        /// Too many requests of all clients are in work.
        Overloaded,
    }

    INTERNAL_SERVER_ERROR {
        /// An internal failure.
        Internal,
    }

    SERVICE_UNAVAILABLE {
        /// The database is unreachable.
        Unavailable,
        /// The address service is unreachable.
        AddressSearchUnavailable,
        /// The identity provider is unreachable.
        IdentityUnavailable,
        /// The tenant has no account at a payment provider.
        PaymentUnavailable,
        /// The object store is unreachable.
        StorageUnavailable,
    }
}

impl Code {
    /// Returns the stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the kind that stands for an error response of the framework, which carries no problem.
    #[must_use]
    pub fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::UNAUTHORIZED => Self::Unauthorized,
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::REQUEST_TIMEOUT => Self::Timeout,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            status if status.is_client_error() => Self::Malformed,
            _ => Self::Internal,
        }
    }
}
