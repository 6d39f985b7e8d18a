-- Patients change their own name, number, e-mail address and postal address, and see each change.

-- The kinds are those of domain::NotificationKind and domain::MessageKind: a list here had to be repeated by every migration.
alter table notifications
    drop constraint notifications_kind_check,
    add constraint notifications_kind_check check (kind ~ '^[a-z_]+$');
alter table messages
    drop constraint messages_kind_check,
    add constraint messages_kind_check check (kind ~ '^[a-z_]+$'),
    -- the address or number that it goes to, where it is not the account's present one; erased once it is sent
    add column recipient text,
    add check (recipient is null or sent_at is null);

-- What was changed in an account's own data, by what proof, and when. The old value is masked.
create table profile_changes (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    field text not null check (field in ('name', 'phone_number', 'email', 'address')),
    -- who or what stood for it: a verified identity, a code to the new number, a link to the new address, the signed-in session
    proof text not null check (proof in ('identity', 'code', 'link', 'session')),
    -- the value before, masked; empty where there was none
    old_value text not null,
    -- the address that it was changed from
    client_address inet,
    changed_at timestamptz not null,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);
-- an account's changes, newest first
create index profile_changes_patient on profile_changes (patient_id, id desc);

-- An e-mail address that its link confirms. The link's token is made when its message is sent: it is in the message alone.
create table email_confirmations (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    message_id bigint not null unique,
    email text not null,
    -- SHA-256 of the link's token; null until the message is sent
    token_hash bytea check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
-- the look-up of an opened link
create unique index email_confirmations_token on email_confirmations (token_hash);
-- ending an account's links
create index email_confirmations_patient on email_confirmations (patient_id);

do $$
declare t text;
begin
    foreach t in array array['profile_changes', 'email_confirmations'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
