-- A consent to provide data names its recipient by kind and id. The name that was shown stays with it.

alter table consents
    -- clinic or insurer, for `provide`; null for a consent of before that named none or several, which is withdrawn
    add column recipient_kind text check (recipient_kind in ('clinic', 'insurer')),
    -- the clinic's or insurer's id
    add column recipient_id bigint,
    add constraint consents_recipient check ((recipient_kind is null) = (recipient_id is null)),
    add constraint consents_recipient_of_provide check (kind = 'provide' or recipient_kind is null);
comment on column consents.recipient is 'The name of who receives the data as it was shown, for `provide`.';
comment on column consents.recipient_kind is
    'clinic or insurer, for `provide`; null for a consent of before that named none or several, which is withdrawn.';
comment on column consents.recipient_id is 'The id of the clinic or insurer.';

-- Forced row-level security binds an owner who is no superuser.
alter table consents no force row level security;
alter table institutions no force row level security;
alter table insurers no force row level security;
update consents c set recipient_kind = 'clinic', recipient_id = i.id
from (select tenant_id, name, min(id) as id from institutions group by tenant_id, name having count(*) = 1) i
where c.kind = 'provide' and i.tenant_id = c.tenant_id and i.name = c.recipient;
update consents c set recipient_kind = 'insurer', recipient_id = i.id
from insurers i
where c.kind = 'provide' and c.recipient_kind is null and i.tenant_id = c.tenant_id and i.name = c.recipient;
-- nobody can say whom these name: they are asked for again
update consents set withdrawn_at = now() where kind = 'provide' and recipient_kind is null and withdrawn_at is null;
alter table consents force row level security;
alter table institutions force row level security;
alter table insurers force row level security;

alter table consents add constraint consents_recipient_known check
    (kind <> 'provide' or recipient_kind is not null or withdrawn_at is not null);
drop index consents_standing;
-- one standing consent of a kind and recipient
create unique index consents_standing
    on consents (patient_id, kind, coalesce(recipient_kind, ''), coalesce(recipient_id, 0)) where withdrawn_at is null;

alter table applications
    -- when the patient withdrew the consent to the clinic that had made nothing of it: its staff no longer see it
    add column hidden_at timestamptz;
comment on column applications.hidden_at is
    'When the patient withdrew the consent to the clinic that had made nothing of it: its staff no longer see it.';
alter table claims
    -- as in applications, of a claim without documents
    add column hidden_at timestamptz;
comment on column claims.hidden_at is 'As in applications, of a claim without documents.';
