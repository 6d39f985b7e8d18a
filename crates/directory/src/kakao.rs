//! Changes of `KakaoTalk` channels.

use db::edit::kakao;
use db::operator_actions::Action;
use domain::TenantId;
use domain::directory::{FieldChange, Fields as _, KakaoInput, find_changes};

use crate::{Editor, Error};

impl Editor<'_> {
    /// Sets a tenant's channel with its templates, or removes it.
    ///
    /// # Errors
    /// [`Error::NotFound`] without the tenant, [`Error::Refused`], or [`Error::Db`].
    pub async fn set_kakao(&mut self, tenant: TenantId, input: Option<&KakaoInput>) -> Result<(), Error> {
        let settings = input.map(KakaoInput::parse).transpose()?;
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let before = kakao::find(&mut self.tx, tenant).await?;
        let fields = match (&before, &settings) {
            (Some(before), Some(after)) => find_changes(before, after),
            (None, None) => Vec::new(),
            (None, Some(new)) => new
                .fields()
                .into_iter()
                .map(|(field, after)| FieldChange { field, before: String::new(), after })
                .collect(),
            (Some(old), None) => old
                .fields()
                .into_iter()
                .map(|(field, before)| FieldChange { field, before, after: String::new() })
                .collect(),
        };
        if !fields.is_empty() {
            kakao::set(&mut self.tx, tenant, settings.as_ref(), self.context.now).await?;
            self.record_field_changes(Action::ChannelChanged, &tenant_ref, "KakaoTalk channel".to_owned(), fields);
        }
        Ok(())
    }
}
