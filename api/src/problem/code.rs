//! The kinds of problem.

use http::StatusCode;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $status:ident;)*) => {
        /// A kind of problem: a stable name and a status.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The stable name.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The HTTP status that it is answered with.
            #[must_use]
            pub fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status,)* }
            }
        }
    };
}

codes! {
    /// The person is younger than who may sign up.
    UnderAge = "under_age", FORBIDDEN;
    /// The account's role does not allow it.
    Forbidden = "forbidden", FORBIDDEN;
    /// The password is a temporary one: another must be chosen first.
    PasswordChangeRequired = "password_change_required", FORBIDDEN;
    /// The request cannot be read.
    Malformed = "malformed", BAD_REQUEST;
    /// Nobody is signed in, or no longer.
    Unauthorized = "unauthorized", UNAUTHORIZED;
    /// The ID or the password is wrong.
    InvalidCredentials = "invalid_credentials", UNAUTHORIZED;
    /// There is no such thing, or it is another's.
    NotFound = "not_found", NOT_FOUND;
    /// No account has this address, number or ID.
    NotRegistered = "not_registered", NOT_FOUND;
    /// A link's token is unknown, used or too old.
    InvalidToken = "invalid_token", NOT_FOUND;
    /// No invitation has this code.
    InvalidInvite = "invalid_invite", NOT_FOUND;
    /// The invitation is too old or was ended.
    InviteExpired = "invite_expired", GONE;
    /// No tenant has this host.
    UnknownTenant = "unknown_tenant", NOT_FOUND;
    /// The path exists and does not take this method.
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED;
    /// The request took too long to come in or to be worked on.
    Timeout = "timeout", REQUEST_TIMEOUT;
    /// Consent to the processing of health data, or to giving data to the clinic, is missing.
    ConsentRequired = "consent_required", CONFLICT;
    /// The state does not allow the step.
    IllegalTransition = "illegal_transition", CONFLICT;
    /// Somebody else saved meanwhile; the body carries what is there now.
    VersionConflict = "version_conflict", CONFLICT;
    /// Nothing was scored that could be released.
    NotScored = "not_scored", CONFLICT;
    /// As many patients as may accept the invitation did.
    InviteUsedUp = "invite_used_up", CONFLICT;
    /// The clinic would be left without somebody who manages its staff.
    LastAdmin = "last_admin", CONFLICT;
    /// The month of the access log was looked over before, and what was said then stays.
    AlreadyReviewed = "already_reviewed", CONFLICT;
    /// The order is not paid.
    NotPaid = "not_paid", CONFLICT;
    /// The claim is paid already.
    AlreadyPaid = "already_paid", CONFLICT;
    /// The time of downloading the document is over.
    DownloadExpired = "download_expired", CONFLICT;
    /// The upload already belongs to an analysis.
    UploadUsed = "upload_used", CONFLICT;
    /// The person has not come to the end of the verification.
    IdentityPending = "identity_pending", CONFLICT;
    /// The person, or the person's social account, has an account here.
    AlreadyRegistered = "already_registered", CONFLICT;
    /// A call with the same Idempotency-Key is still at work.
    InProgress = "in_progress", CONFLICT;
    /// The request's body is too large.
    TooLarge = "too_large", PAYLOAD_TOO_LARGE;
    /// The body is not JSON by its type.
    UnsupportedMediaType = "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE;
    /// Fields are wrong.
    Validation = "validation", UNPROCESSABLE_ENTITY;
    /// The tenant asks for a verified identity at sign-up.
    IdentityRequired = "identity_required", UNPROCESSABLE_ENTITY;
    /// The identity was not verified.
    IdentityFailed = "identity_failed", UNPROCESSABLE_ENTITY;
    /// The confirmation code is wrong, used or too old.
    CodeMismatch = "code_mismatch", UNPROCESSABLE_ENTITY;
    /// The clinic cannot be chosen.
    NotSelectable = "not_selectable", UNPROCESSABLE_ENTITY;
    /// The upload's key was never given to this account.
    UnknownUpload = "unknown_upload", UNPROCESSABLE_ENTITY;
    /// The upload's key was given too long ago.
    UploadExpired = "upload_expired", UNPROCESSABLE_ENTITY;
    /// Nothing was stored under the upload's key.
    UploadMissing = "upload_missing", UNPROCESSABLE_ENTITY;
    /// What was stored is empty or too large.
    UploadSize = "upload_size", UNPROCESSABLE_ENTITY;
    /// What was stored is not a JPEG, PNG or WebP picture.
    NotAnImage = "not_an_image", UNPROCESSABLE_ENTITY;
    /// What was stored is a HEIC picture, which is not read.
    HeicNotSupported = "heic_not_supported", UNPROCESSABLE_ENTITY;
    /// What was stored is not a PDF, or a damaged one.
    NotAPdf = "not_a_pdf", UNPROCESSABLE_ENTITY;
    /// What was stored is a PDF that is encrypted.
    EncryptedPdf = "encrypted_pdf", UNPROCESSABLE_ENTITY;
    /// The same Idempotency-Key was used with another body.
    IdempotencyMismatch = "idempotency_mismatch", UNPROCESSABLE_ENTITY;
    /// Too many tries.
    TooManyRequests = "too_many_requests", TOO_MANY_REQUESTS;
    /// A failure of ours.
    Internal = "internal", INTERNAL_SERVER_ERROR;
    /// The database cannot be reached.
    Unavailable = "unavailable", SERVICE_UNAVAILABLE;
    /// The address service cannot be reached.
    AddressSearchUnavailable = "address_search_unavailable", SERVICE_UNAVAILABLE;
    /// The identity provider cannot be reached.
    IdentityUnavailable = "identity_unavailable", SERVICE_UNAVAILABLE;
    /// The tenant has no account at a payment provider.
    PaymentUnavailable = "payment_unavailable", SERVICE_UNAVAILABLE;
    /// The object store cannot be reached.
    StorageUnavailable = "storage_unavailable", SERVICE_UNAVAILABLE;
}

impl Code {
    /// The kind that stands for an answer that came without one, from the framework.
    #[must_use]
    pub fn of_status(status: StatusCode) -> Self {
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
