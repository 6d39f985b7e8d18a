-- Who a person is by the word of others: social accounts and verified identities. What may not be read from a stolen
-- database is sealed (AES-256-GCM) under the key of the number beside it.

-- A social sign-in that is under way at its provider.
create table social_states (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- SHA-256 of the state that comes back from the provider; the row goes when it does
    state_hash bytea not null check (octet_length(state_hash) = 32),
    -- SHA-256 of the cookie of the browser that began it
    browser_hash bytea not null check (octet_length(browser_hash) = 32),
    provider text not null check (provider in ('kakao', 'naver', 'google')),
    -- the PKCE verifier
    verifier text not null check (length(verifier) between 43 and 128),
    -- the path of our own site to go on to
    redirect text check (redirect like '/%'),
    created_at timestamptz not null,
    expires_at timestamptz not null
);
-- the look-up when the browser comes back
create unique index social_states_state on social_states (state_hash);

-- Somebody new who came from a provider and has yet to sign up.
create table social_tickets (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- SHA-256 of the ticket; the row goes when a sign-up spends it
    token_hash bytea not null check (octet_length(token_hash) = 32),
    provider text not null check (provider in ('kakao', 'naver', 'google')),
    -- the person's id at the provider
    subject text not null check (subject <> ''),
    -- what the provider told of the person, as JSON, sealed
    profile_sealed bytea not null,
    profile_key_id smallint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
-- the look-up by the sign-up form
create unique index social_tickets_token on social_tickets (token_hash);

-- A patient's account at a provider.
create table social_accounts (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    provider text not null check (provider in ('kakao', 'naver', 'google')),
    -- the person's id at the provider
    subject text not null check (subject <> ''),
    created_at timestamptz not null,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);
-- one account a person at a provider; decides the race of two sign-ups
create unique index social_accounts_subject on social_accounts (tenant_id, provider, subject);
-- a patient's own
create index social_accounts_patient on social_accounts (patient_id);

-- A person's identity being verified by the identity provider.
create table identity_verifications (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- random; the provider knows the verification by it
    public_id text not null check (public_id ~ '^[A-Za-z0-9_-]{43}$'),
    -- SHA-256 of the cookie of the browser that began it
    browser_hash bytea not null check (octet_length(browser_hash) = 32),
    -- the path of our own site to go on to
    redirect text check (redirect like '/%'),
    -- pending until the provider has said who it is; the row goes when a sign-up spends it
    status text not null default 'pending' check (status in ('pending', 'verified')),
    -- name, phone and birth date as JSON, sealed
    person_sealed bytea,
    -- the person's ci, sealed under the same key
    ci_sealed bytea,
    key_id smallint,
    -- HMAC-SHA256 of the ci and the tenant
    ci_hash bytea check (octet_length(ci_hash) = 32),
    -- SHA-256 of the one-time ticket that the browser was given last
    ticket_hash bytea check (octet_length(ticket_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    check ((status = 'verified') = (person_sealed is not null)),
    check (num_nulls(person_sealed, ci_sealed, key_id, ci_hash, ticket_hash) in (0, 5))
);
-- the look-up when the browser comes back
create unique index identity_verifications_public on identity_verifications (public_id);

-- The verified identity of an account: the ci sealed, and its keyed hash to know the same person again.
alter table patients
    add column ci_sealed bytea,
    add column ci_key_id smallint,
    add column ci_hash bytea check (octet_length(ci_hash) = 32),
    add constraint patients_identity check (num_nulls(ci_sealed, ci_key_id, ci_hash) in (0, 3));
-- one account a verified person in a tenant; decides the race of two sign-ups
create unique index patients_ci on patients (tenant_id, ci_hash);

do $$
declare t text;
begin
    foreach t in array array['social_states', 'social_tickets', 'social_accounts', 'identity_verifications'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
