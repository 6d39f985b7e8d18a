//! Messages to a patient's own address or number.

use chrono::{DateTime, Utc};
use domain::{Channel, Contact, Locale, MessageId, MessageKind, Patient, PatientId};

use crate::{Error, Result, TenantConn, patients};

/// A message to be sent.
#[derive(Clone, Copy, Debug)]
pub struct NewMessage {
    /// To whom.
    pub patient_id: PatientId,
    /// About what.
    pub kind: MessageKind,
    /// How.
    pub channel: Channel,
    /// In which language.
    pub locale: Locale,
    /// Until when sending makes sense.
    pub expires_at: DateTime<Utc>,
}

/// A message, for who sends it.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// About what.
    pub kind: MessageKind,
    /// How.
    pub channel: Channel,
    /// In which language.
    pub locale: Locale,
    /// To whom.
    pub patient: Patient,
    /// Until when sending makes sense.
    pub expires_at: DateTime<Utc>,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
}

impl Message {
    /// Where it goes; none when the patient has no such address.
    #[must_use]
    pub fn contact(&self) -> Option<Contact> {
        match self.channel {
            Channel::Mail => self.patient.email.clone().map(Contact::Email),
            Channel::Sms => Some(Contact::Phone(self.patient.phone_number.clone())),
        }
    }
}

/// Makes a message; a job sends it.
///
/// # Errors
/// Only [`Error`].
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

/// The message with this id; none when its patient has left.
///
/// # Errors
/// Only [`Error`].
pub async fn find(conn: &mut TenantConn, id: MessageId) -> Result<Option<Message>> {
    let found = sqlx::query!(
        "select m.kind, m.channel, m.locale, m.expires_at, m.sent_at,
                p.id, p.login_user_id, p.name, p.birth, p.gender, p.phone_number, p.email
         from messages m
         join patients p on p.id = m.patient_id
         where m.id = $1 and p.left_at is null",
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
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
                kind: MessageKind::from_code(&r.kind).ok_or(Error::Stored("messages.kind"))?,
                channel: Channel::from_code(&r.channel).ok_or(Error::Stored("messages.channel"))?,
                locale: Locale::from_code(&r.locale).ok_or(Error::Stored("messages.locale"))?,
                patient: patient.try_into()?,
                expires_at: r.expires_at,
                sent_at: r.sent_at,
            })
        })
        .transpose()
}

/// Notes that a message was sent; false when it had been.
///
/// # Errors
/// Only [`Error`].
pub async fn set_sent(conn: &mut TenantConn, id: MessageId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!("update messages set sent_at = $2 where id = $1 and sent_at is null", id.get(), now)
        .execute(conn.connection())
        .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}
