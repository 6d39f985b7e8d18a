-- A second factor of staff: codes of an authenticator app, passkeys, and codes for the day when the phone is lost.

alter table institutions
    -- whether the clinic's staff must have a second factor; its admins decide
    add column second_factor_required boolean not null default false;

-- The authenticator app of an account (TOTP, RFC 6238).
create table staff_totps (
    tenant_id bigint not null default current_tenant() references tenants,
    staff_id bigint not null,
    -- the shared secret of 20 bytes, sealed for this account
    secret_sealed bytea not null,
    -- the key that sealed it
    secret_key_id smallint not null,
    -- when it was shown to the person
    created_at timestamptz not null,
    -- when a first code proved that the app has it; null: it counts for nothing yet
    confirmed_at timestamptz,
    -- the 30-second step of the last code that was accepted: an older or equal one is refused, so that each works once
    last_step bigint not null default 0,
    primary key (tenant_id, staff_id),
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);

-- The recovery codes of an account, each for one sign-in without the app.
create table staff_recovery_codes (
    tenant_id bigint not null default current_tenant() references tenants,
    staff_id bigint not null,
    -- the keyed hash of the code, which was shown once
    code_hash bytea not null check (octet_length(code_hash) = 32),
    -- when it was made
    created_at timestamptz not null,
    -- when it was used; null while it works
    used_at timestamptz,
    primary key (tenant_id, staff_id, code_hash),
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);

-- The passkeys of an account (WebAuthn): a key in a phone, a computer or a security key.
create table staff_passkeys (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    staff_id bigint not null,
    -- what its owner calls it
    name text not null check (name <> '' and length(name) <= 50),
    -- the host that it is for: browsers offer it there only
    host text not null,
    -- its id, as the authenticator chose it
    credential_id bytea not null,
    -- its public key and counter, as the library writes them; no secret
    credential jsonb not null,
    -- when it was made
    created_at timestamptz not null,
    -- when it signed in last
    used_at timestamptz,
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
-- one authenticator is registered once, also when two calls come at once
create unique index staff_passkeys_credential on staff_passkeys (tenant_id, credential_id);
-- an account's passkeys
create index staff_passkeys_staff on staff_passkeys (tenant_id, staff_id);

-- The challenge that a session waits to see answered with a passkey: one, for five minutes, answered once.
create table staff_passkey_challenges (
    tenant_id bigint not null default current_tenant() references tenants,
    session_id bigint not null,
    -- what the answer is for
    purpose text not null check (purpose in ('registration', 'sign_in')),
    -- the challenge with what must be checked, as the library writes it
    state jsonb not null,
    -- when it was made
    created_at timestamptz not null,
    primary key (tenant_id, session_id),
    foreign key (tenant_id, session_id) references staff_sessions (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
    foreach t in array array['staff_totps', 'staff_recovery_codes', 'staff_passkeys', 'staff_passkey_challenges'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
