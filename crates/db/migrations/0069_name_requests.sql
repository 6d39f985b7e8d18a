-- A clinic that saw an ID card asks for the name on it; the account's holder accepts or declines.
create table name_requests (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    institution_id bigint not null,
    staff_id bigint not null,
    name text not null check (char_length(name) between 1 and 50),
    document text not null check (document in ('id_card', 'driver_license', 'passport', 'residence_card')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    unique (tenant_id, patient_id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
comment on table name_requests is 'A name for an account that a clinic asked for and that waits for the holder. A newer one takes its place; its end deletes it.';
comment on column name_requests.patient_id is 'The account.';
comment on column name_requests.institution_id is 'The clinic that saw the document.';
comment on column name_requests.staff_id is 'Who saw it.';
comment on column name_requests.name is 'The name on the document.';
comment on column name_requests.document is 'What was seen. Neither its number nor a copy is kept.';
comment on column name_requests.created_at is 'When it was asked for.';
comment on column name_requests.expires_at is 'Until when the holder can accept it.';
-- the sweep's deletion of ended requests
create index name_requests_expiry on name_requests (expires_at);

alter table name_requests enable row level security;
alter table name_requests force row level security;
create policy own_tenant on name_requests to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on name_requests to hyeobom_app;

alter table profile_changes
    drop constraint profile_changes_proof_check,
    add constraint profile_changes_proof_check check (proof in ('identity', 'code', 'link', 'session', 'clinic'));
