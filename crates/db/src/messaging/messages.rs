//! Messages to a patient's e-mail address or phone number.

use chrono::{DateTime, Utc};
use domain::{Channel, Contact, Email, Locale, MessageId, MessageKind, Patient, PatientId, Phone};

use crate::{Result, TenantConn, column, patients};

/// A new message.
#[derive(Clone, Copy, Debug)]
pub struct NewMessage {
    /// The patient.
    pub patient_id: PatientId,
    /// The kind.
    pub kind: MessageKind,
    /// The channel.
    pub channel: Channel,
    /// The language.
    pub locale: Locale,
    /// When it expires and is no longer sent.
    pub expires_at: DateTime<Utc>,
}

/// A message to send.
#[derive(Clone, Debug)]
pub struct Message {
    /// The id.
    pub id: MessageId,
    /// The kind.
    pub kind: MessageKind,
    /// The channel.
    pub channel: Channel,
    /// The language.
    pub locale: Locale,
    /// The patient.
    pub patient: Patient,
    /// The address or number, if it differs from the patient's current one.
    pub recipient: Option<String>,
    /// When it expires and is no longer sent.
    pub expires_at: DateTime<Utc>,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
}

impl Message {
    /// Returns the address or number. Returns none when the patient has none for the channel.
    #[must_use]
    pub fn contact(&self) -> Option<Contact> {
        match (self.channel, self.recipient.clone()) {
            (Channel::Mail, Some(address)) => Some(Contact::Email(Email::from_stored(address))),
            (Channel::Sms, Some(number)) => Some(Contact::Phone(Phone::from_stored(number))),
            (Channel::Mail, None) => self.patient.email.clone().map(Contact::Email),
            (Channel::Sms, None) => Some(Contact::Phone(self.patient.phone_number.clone())),
        }
    }
}

/// Inserts a message. A job sends it.
pub async fn insert(conn: &mut TenantConn, new: &NewMessage, now: DateTime<Utc>) -> Result<MessageId> {
    let id = sqlx::query_scalar!(
        "insert into messages (patient_id, kind, channel, locale, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)
         returning id",
        new.patient_id.get(),
        new.kind.as_str(),
        new.channel.as_str(),
        new.locale.as_str(),
        now,
        new.expires_at
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(MessageId::new(id))
}

/// Inserts a message to an address or number that is not, or no longer, the patient's. The contact determines the
/// channel.
pub async fn insert_to(
    conn: &mut TenantConn,
    new: &NewMessage,
    recipient: &Contact,
    now: DateTime<Utc>,
) -> Result<MessageId> {
    let text = match recipient {
        Contact::Email(email) => email.as_str(),
        Contact::Phone(phone) => phone.as_str(),
    };
    let id = sqlx::query_scalar!(
        "insert into messages (patient_id, kind, channel, locale, recipient, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id",
        new.patient_id.get(),
        new.kind.as_str(),
        recipient.channel().as_str(),
        new.locale.as_str(),
        text,
        now,
        new.expires_at
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(MessageId::new(id))
}

/// Finds the message with this id, unless its account is deleted.
pub async fn find(conn: &mut TenantConn, id: MessageId) -> Result<Option<Message>> {
    let found = sqlx::query!(
        "select m.kind, m.channel, m.locale, m.recipient, m.expires_at, m.sent_at,
                p.id, p.login_user_id, p.name, p.birth, p.gender, p.phone_number, p.email
         from messages m
         join patients p on p.id = m.patient_id
         where m.id = $1 and p.left_at is null",
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    found
        .map(|r| {
            let patient = patients::Row {
                id: r.id,
                login_user_id: r.login_user_id,
                name: r.name,
                birth: r.birth,
                gender: r.gender,
                phone_number: r.phone_number,
                email: r.email,
            };
            Ok(Message {
                id,
                kind: column("messages", "kind", id).check(r.kind.parse::<MessageKind>())?,
                channel: column("messages", "channel", id).check(r.channel.parse::<Channel>())?,
                locale: column("messages", "locale", id).check(r.locale.parse::<Locale>())?,
                patient: patient.try_into()?,
                recipient: r.recipient,
                expires_at: r.expires_at,
                sent_at: r.sent_at,
            })
        })
        .transpose()
}

/// Sets when a message was sent, and erases its separate recipient. Returns false when it was already sent.
pub async fn set_sent(conn: &mut TenantConn, id: MessageId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update messages set sent_at = $2, recipient = null where id = $1 and sent_at is null",
        id.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
