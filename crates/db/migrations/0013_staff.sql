-- A clinic's staff, their sessions and their invitations to patients.

-- One of a clinic's staff. Accounts end by `active` and are never deleted: what they did refers to them.
create table staff (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    institution_id bigint not null,
    -- 4 to 20 letters or digits; case is kept for showing and ignored for uniqueness
    login_id text not null check (login_id ~ '^[A-Za-z0-9]{4,20}$'),
    -- the ID as it is compared; a column for the reason that patients' login_key has
    login_key text not null generated always as (lower(login_id)) stored,
    -- Argon2id in PHC form
    password_hash text not null,
    -- the password is a temporary one: it opens nothing but the choice of another
    must_change_password boolean not null default true,
    name text not null check (name <> ''),
    role text not null check (role in ('shooting_expert', 'analysis_expert', 'clinic_admin')),
    active boolean not null default true,
    created_at timestamptz not null,
    unique (tenant_id, id),
    -- an expert belongs to the clinic of what they work on
    unique (tenant_id, institution_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id)
);
-- decides the race of two accounts with one ID
create unique index staff_login_key on staff (tenant_id, login_key);

-- A signed-in browser of a clinic's staff, apart from patients'. The token itself is never stored.
create table staff_sessions (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    staff_id bigint not null,
    -- SHA-256 of the opaque token
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
-- the look-up of every call of staff
create unique index staff_sessions_token on staff_sessions (token_hash);
-- ending somebody's sessions
create index staff_sessions_staff on staff_sessions (staff_id);

-- An invitation of patients to a clinic, as a link or a QR picture.
create table invites (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    institution_id bigint not null,
    -- twelve letters and digits, 60 random bits
    code text not null check (code ~ '^[0-9a-z]{12}$'),
    staff_id bigint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- how many patients may accept it, and how many did
    max_uses integer not null check (max_uses between 1 and 1000),
    uses integer not null default 0,
    revoked_at timestamptz,
    unique (tenant_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    foreign key (tenant_id, staff_id) references staff (tenant_id, id),
    check (expires_at > created_at),
    -- decides the race for the last use
    constraint invites_used_up check (uses between 0 and max_uses)
);
-- the look-up of an opened link
create unique index invites_code on invites (tenant_id, code);
-- a clinic's list, newest first
create index invites_institution on invites (institution_id, id desc);

-- A patient who accepted an invitation: accepting again is no second use.
create table invite_uses (
    tenant_id bigint not null default current_tenant() references tenants,
    invite_id bigint not null,
    patient_id bigint not null,
    created_at timestamptz not null,
    primary key (tenant_id, invite_id, patient_id),
    foreign key (tenant_id, invite_id) references invites (tenant_id, id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);
-- erasing a patient
create index invite_uses_patient on invite_uses (tenant_id, patient_id);

comment on column idempotency_keys.patient_id is
    'who made the call: a patient''s id, a staff''s id negated, or 0 for a call made signed out';

do $$
declare t text;
begin
    foreach t in array array['staff', 'staff_sessions', 'invites', 'invite_uses'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
    revoke delete on staff from hyeobom_app;
end
$$;
