-- Finding a forgotten ID or password: accounts by address or number, what is sent to them, and the links in it.

-- The address as it is compared; a column and not an index on lower() for the reason that login_key has.
alter table patients add column email_key text generated always as (lower(email)) stored;
-- accounts with an address
create index patients_email_key on patients (tenant_id, email_key) where email_key is not null;
-- accounts with a number
create index patients_phone_number on patients (tenant_id, phone_number);

-- A message to a patient's own address or number. It holds no text: the job that sends it writes the words.
create table messages (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    kind text not null check (kind in ('login_ids', 'password_reset')),
    channel text not null check (channel in ('mail', 'sms')),
    -- the language of who asked for it
    locale text not null check (locale in ('ko', 'en')),
    created_at timestamptz not null,
    -- not sent after this
    expires_at timestamptz not null,
    -- when it was handed to the mail server or the carrier; a message is sent once
    sent_at timestamptz,
    unique (tenant_id, id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);
-- a patient's messages, to be erased with the account
create index messages_patient on messages (patient_id);

-- A link that lets who holds it set a new password once. Made when its message is sent: the token is in the message alone.
create table password_resets (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    -- the message that carries the link; sent again after a crash it carries a new one, and the older ends
    message_id bigint not null unique,
    -- SHA-256 of the token
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- when it, or another link of the patient, was used
    used_at timestamptz,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, message_id) references messages (tenant_id, id)
);
-- the look-up of an opened link
create unique index password_resets_token on password_resets (token_hash);
-- ending all links of a patient
create index password_resets_patient on password_resets (patient_id);

do $$
declare t text;
begin
    foreach t in array array['messages', 'password_resets'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
