-- Which patients were notified of an announced edition of the terms or the privacy policy.
create table terms_notices (
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    document text not null check (document in ('terms', 'privacy')),
    -- the edition, named by the day since when it is in effect
    effective date not null,
    notified_at timestamptz not null,
    primary key (tenant_id, document, effective, patient_id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);
-- an account's notices, to be erased with it
create index terms_notices_patient on terms_notices (patient_id);

alter table terms_notices enable row level security;
alter table terms_notices force row level security;
create policy own_tenant on terms_notices to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on terms_notices to hyeobom_app;
