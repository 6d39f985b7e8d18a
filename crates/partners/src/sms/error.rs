//! Why a message was not sent, by Solapi's status codes.

/// Why sending failed. The texts contain neither numbers nor messages.
#[derive(Debug, thiserror::Error)]
pub enum SmsError {
    /// Solapi refuses the message. A retry does not help.
    #[error("the carrier rejected the message: {code}")]
    Rejected {
        /// Solapi's code.
        code: String,
    },
    /// Solapi rejects the 알림톡's channel or template, or its text differs from the approved one.
    #[error("the carrier rejected the template: {code}")]
    TemplateRejected {
        /// Solapi's code.
        code: String,
    },
    /// The number is blocked, or its owner opted out of the sender's messages.
    #[error("the number takes no messages: {code}")]
    Blocked {
        /// Solapi's code.
        code: String,
    },
    /// Solapi cannot be reached, is busy or failed, and has not sent the message. A later retry may help.
    #[error("the carrier is unavailable: {0}")]
    Unavailable(String),
    /// Solapi received the message and returned no readable response. A retry may send it twice.
    #[error("the carrier did not respond: {0}")]
    Unconfirmed(String),
}

impl SmsError {
    /// Classifies a message's status code (`api-reference/message-status-codes` of Solapi's documentation).
    pub(super) fn from_status_code(code: String) -> Self {
        match code.parse::<u16>() {
            // a server error, or the account's balance is too low
            Ok(1024 | 1030 | 2024 | 2230) => Self::Unavailable(code),
            // the channel, the template, its text or its buttons
            Ok(1041..=1052 | 3101 | 3103 | 3105 | 3106) => Self::TemplateRejected { code },
            Ok(1060 | 1061 | 2060 | 2061) => Self::Blocked { code },
            _ => Self::Rejected { code },
        }
    }
}
