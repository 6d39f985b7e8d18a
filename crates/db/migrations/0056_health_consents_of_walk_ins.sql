-- The consent to the processing of health data of somebody who came by without an account: signed on the clinic's tablet, or on a
-- paper that the clinic keeps.
create table health_consents (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    application_id bigint not null,
    -- signature or paper
    kind text not null check (kind in ('signature', 'paper')),
    -- who agreed: the person, or a legal guardian
    signer text not null check (length(signer) between 1 and 50),
    -- the signature, a PNG, sealed (AES-256-GCM) under the key of this number
    signature_sealed bytea,
    signature_key_id smallint,
    -- where the clinic keeps the paper
    paper_reference text check (length(paper_reference) between 1 and 100),
    -- effective date of the text that was agreed to
    version date not null,
    -- who recorded it
    staff_id bigint not null,
    given_at timestamptz not null,
    foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
    foreign key (tenant_id, staff_id) references staff (tenant_id, id),
    check ((kind = 'signature') = (signature_sealed is not null)),
    check ((signature_sealed is null) = (signature_key_id is null)),
    check ((kind = 'paper') = (paper_reference is not null))
);
comment on table health_consents is
    'The consent to the processing of health data of somebody who came by without an account.';
comment on column health_consents.kind is 'signature or paper.';
comment on column health_consents.signer is 'Who agreed: the person, or a legal guardian.';
comment on column health_consents.signature_sealed is 'The signature, a PNG, sealed (AES-256-GCM).';
comment on column health_consents.signature_key_id is 'The number of the key that sealed it.';
comment on column health_consents.paper_reference is 'Where the clinic keeps the paper.';
comment on column health_consents.version is 'Effective date of the text that was agreed to.';
comment on column health_consents.staff_id is 'Who recorded it.';
comment on column health_consents.given_at is 'When it was recorded.';
-- an application has one; a later record takes its place
create unique index health_consents_application on health_consents (application_id);

alter table health_consents enable row level security;
alter table health_consents force row level security;
create policy own_tenant on health_consents to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on health_consents to hyeobom_app;
