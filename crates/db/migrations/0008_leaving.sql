-- Leaving and taking one's data along: a patient who left is nobody at once, and is erased when the periods of retention are over.

alter table patients
    -- when the patient left
    add column left_at timestamptz,
    -- when photos, results and what else the service made were erased
    add column service_erased_at timestamptz,
    -- when the rest of the person was; the row stays for what the law keeps
    add column erased_at timestamptz,
    add check (service_erased_at is null or service_erased_at >= left_at),
    add check (erased_at is null or service_erased_at is not null),
    drop constraint patients_login_user_id_check,
    -- an erased name is one that nobody can type, and is free for others
    add constraint patients_login_user_id_check
        check (login_user_id ~ '^[A-Za-z0-9]{4,20}$' or (erased_at is not null and login_user_id = 'erased-' || id));
-- what the sweep looks for
create index patients_left on patients (left_at) where left_at is not null and erased_at is null;
-- erasing a patient's uploads
create index uploads_patient on uploads (patient_id);

-- A patient's data, packed to be downloaded.
create table exports (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    -- where the packed file is, or will be: packing it again replaces it
    object_key text not null unique,
    -- the language of who asked for it
    locale text not null check (locale in ('ko', 'en')),
    -- the message that carries the link; null until the file is packed
    message_id bigint unique,
    -- SHA-256 of the link's token; null until the message is sent
    token_hash bytea check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    -- when the file is deleted and the link ends
    expires_at timestamptz not null,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete set null (message_id)
);
-- the look-up of an opened link
create unique index exports_token on exports (token_hash);
-- ending a patient's files
create index exports_patient on exports (patient_id);
-- what the sweep deletes
create index exports_ended on exports (expires_at);
alter table exports enable row level security;
alter table exports force row level security;
create policy own_tenant on exports to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on exports to hyeobom_app;

alter table messages
    drop constraint messages_kind_check,
    add constraint messages_kind_check check (kind in ('login_ids', 'password_reset', 'export_ready'));
