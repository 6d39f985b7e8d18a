-- A patient's account.
create table patients (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- 4 to 20 letters or digits; case is kept for showing and ignored for uniqueness
    login_user_id text not null check (login_user_id ~ '^[A-Za-z0-9]{4,20}$'),
    -- the ID as it is compared. A column and not an index on lower(): lower() is not leakproof, so under row-level
    -- security such an index is not used and a sign-in would read every patient of the tenant
    login_key text not null generated always as (lower(login_user_id)) stored,
    -- Argon2id in PHC form
    password_hash text not null,
    name text not null check (name <> ''),
    birth date,
    -- 0 man, 1 woman, null not said
    gender smallint check (gender in (0, 1)),
    -- digits only
    phone_number text not null check (phone_number ~ '^01[0-9]{8,9}$'),
    email text,
    zipcode text,
    address text,
    address_detail text,
    created_at timestamptz not null default now(),
    unique (tenant_id, id)
);
-- decides the race of two sign-ups with one ID
create unique index patients_login_key on patients (tenant_id, login_key);

-- A signed-in browser. The token itself is never stored.
create table patient_sessions (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    -- SHA-256 of the opaque token
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);
-- the look-up of every authenticated request
create unique index patient_sessions_token on patient_sessions (token_hash);
-- revoking a patient's sessions
create index patient_sessions_patient on patient_sessions (patient_id);

-- A phone number being confirmed by a six-digit code.
create table phone_codes (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    phone_number text not null check (phone_number ~ '^01[0-9]{8,9}$'),
    -- the code, kept only until the message is sent and confirmed; the sweep erases it with the row
    code text not null check (code ~ '^[0-9]{6}$'),
    -- wrong codes entered so far; five close the row
    attempts smallint not null default 0 check (attempts between 0 and 5),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- when the message was handed to the carrier
    sent_at timestamptz,
    -- SHA-256 of the one-time proof given for a right code
    token_hash bytea check (octet_length(token_hash) = 32),
    verified_at timestamptz,
    -- when a sign-up spent the proof
    used_at timestamptz
);
-- the newest code of a number
create index phone_codes_number on phone_codes (tenant_id, phone_number, id desc);
-- the look-up at sign-up
create unique index phone_codes_token on phone_codes (token_hash);

-- A consent given, one row for each giving; withdrawal closes the row and keeps it.
create table consents (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    kind text not null check (kind in ('health', 'terms', 'privacy', 'age14', 'provide')),
    -- who receives the data, for `provide`
    recipient text,
    -- effective date of the text that was agreed to
    version date not null,
    -- the address that gave it
    client_address inet,
    given_at timestamptz not null,
    withdrawn_at timestamptz,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    check ((kind = 'provide') = (recipient is not null))
);
-- one standing consent of a kind and recipient
create unique index consents_standing on consents (patient_id, kind, coalesce(recipient, '')) where withdrawn_at is null;

-- The first answer of a creating POST, repeated for the same Idempotency-Key.
create table idempotency_keys (
    tenant_id bigint not null default current_tenant() references tenants,
    -- the patient's id, or 0 for a call made signed out
    patient_id bigint not null,
    -- method and path of the call
    operation text not null,
    key text not null check (length(key) between 1 and 200),
    -- SHA-256 of the request's body: the same key with another body is refused
    request_hash bytea not null check (octet_length(request_hash) = 32),
    -- the answer; null while the first call is still at work
    status smallint,
    body jsonb,
    created_at timestamptz not null,
    primary key (tenant_id, patient_id, operation, key)
);

do $$
declare t text;
begin
    foreach t in array array['patients', 'patient_sessions', 'phone_codes', 'consents', 'idempotency_keys'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
