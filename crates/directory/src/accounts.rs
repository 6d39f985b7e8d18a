//! Changes of accounts at payment providers. Secrets are write-only.

use db::claims::SealedText;
use db::edit::accounts::{self, AccountRecord, NewAccount};
use db::operator_actions::Action;
use db::payment_accounts::secret_context;
use domain::directory::{AccountInput, FieldChange, parse_secret};
use domain::{InvalidCode, TenantId};
use runtime::seal::Sealed;
use secrecy::{ExposeSecret as _, SecretString};

use crate::editor::compare;
use crate::{Editor, Error, Target};

/// The audit's placeholder for a secret.
const HIDDEN: &str = "(hidden)";

impl Editor<'_> {
    /// Adds an account.
    ///
    /// # Errors
    /// [`Error::NotFound`] without the tenant, [`Error::Refused`], or [`Error::Db`].
    pub async fn add_account(
        &mut self,
        tenant: TenantId,
        input: &AccountInput,
        secret: &SecretString,
    ) -> Result<i64, Error> {
        let parsed = (input.parse(), parse_secret(secret.expose_secret()));
        let (settings, secret) = match parsed {
            (Ok(settings), Ok(secret)) => (settings, secret),
            (Err(mut refused), Err(invalid)) => {
                refused.push(invalid);
                return Err(refused.into());
            }
            (Err(refused), Ok(_)) => return Err(refused.into()),
            (Ok(_), Err(invalid)) => return Err(invalid.into()),
        };
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let subject = format!("account {} at {}", settings.client_id, settings.provider.as_str());
        let new = NewAccount { settings, secret: self.seal(tenant, secret) };
        let id = accounts::insert(&mut self.tx, tenant, &new, self.context.now).await?;
        self.record_change(Action::PaymentAccountAdded, &tenant_ref, subject);
        Ok(id)
    }

    /// Changes an account. Without a new secret it keeps the current one. Its provider never changes.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Conflict`] when it has another version, [`Error::Refused`], or [`Error::Db`].
    pub async fn set_account(
        &mut self,
        target: Target<i64>,
        input: &AccountInput,
        secret: Option<&SecretString>,
    ) -> Result<(), Error> {
        let Target { tenant, id, version } = target;
        let settings = input.parse()?;
        let secret = secret.map(|secret| parse_secret(secret.expose_secret())).transpose()?;
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let all = accounts::lock_all(&mut self.tx, tenant).await?;
        let found = all.into_iter().find(|found| found.record.id == id).ok_or(Error::NotFound("account"))?;
        if found.record.settings.provider != settings.provider {
            return Err(Error::invalid_field("provider", InvalidCode::Mismatch));
        }
        let mut fields = compare(&found.record, &settings, version)?;
        let secret = match secret {
            Some(secret) if !self.is_secret_of(tenant, &found, secret)? => Some(self.seal(tenant, secret)),
            _ => None,
        };
        if secret.is_some() {
            fields.push(FieldChange { field: "secret", before: HIDDEN.to_owned(), after: HIDDEN.to_owned() });
        }
        if !fields.is_empty() {
            accounts::update(&mut self.tx, tenant, id, &settings, secret.as_ref()).await?;
            let subject = format!("account at {}", settings.provider.as_str());
            self.record_field_changes(Action::PaymentAccountChanged, &tenant_ref, subject, fields);
        }
        Ok(())
    }

    fn seal(&self, tenant: TenantId, secret: &str) -> SealedText {
        let sealed = self.context.sealer.seal(&secret_context(tenant), secret.as_bytes(), self.context.random);
        SealedText { bytes: sealed.bytes, key_id: sealed.key_id }
    }

    /// Returns whether this is already the account's secret.
    fn is_secret_of(&self, tenant: TenantId, found: &AccountRecord, secret: &str) -> Result<bool, Error> {
        let sealed = Sealed { key_id: found.secret.key_id, bytes: found.secret.bytes.clone() };
        Ok(self.context.sealer.open(&secret_context(tenant), &sealed)? == secret.as_bytes())
    }
}
