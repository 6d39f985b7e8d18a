-- Tenants that manage the amenities of hotels: their clients, accounts, sessions and the keys of partners' machines.

alter table tenants
    -- which product the tenant's hosts serve; it never changes
    add column kind text not null default 'dental' check (kind in ('dental', 'hotel'));

create function tenants_kind_stays() returns trigger
    language plpgsql as $$
begin
    if new.kind <> old.kind then
        raise exception 'the kind of a tenant never changes' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end
$$;
create trigger tenants_kind_stays before update on tenants for each row execute function tenants_kind_stays();

-- A client: a hotel, the headquarters of several, or a partner that installs sensors. Clients end by `active` and are never
-- deleted: orders refer to them.
create table hotel_clients (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- it never changes: no role may update the column
    kind text not null check (kind in ('general_hotel', 'partner', 'hotel_headquarters')),
    name text not null check (name <> '' and length(name) <= 100),
    address text not null check (address <> '' and length(address) <= 300),
    -- the hotel's headquarters, its top affiliation; null without one
    headquarters_id bigint,
    -- the partner that installed its sensors; null without one
    partner_id bigint,
    -- whether its users may sign in
    active boolean not null default true,
    created_at timestamptz not null,
    -- the kinds that the two references must have, so that the foreign keys check them and affiliations have no cycles
    headquarters_kind text not null generated always as ('hotel_headquarters') stored,
    partner_kind text not null generated always as ('partner') stored,
    unique (tenant_id, id),
    -- what may refer to one kind only
    unique (tenant_id, id, kind),
    constraint hotel_clients_headquarters foreign key (tenant_id, headquarters_id, headquarters_kind)
        references hotel_clients (tenant_id, id, kind),
    constraint hotel_clients_partner foreign key (tenant_id, partner_id, partner_kind)
        references hotel_clients (tenant_id, id, kind),
    -- only hotels are affiliated
    constraint hotel_clients_affiliations
        check (kind = 'general_hotel' or (headquarters_id is null and partner_id is null))
);
-- decides the race of two clients with one name
create unique index hotel_clients_name on hotel_clients (tenant_id, lower(name));
-- the hotels of a headquarters
create index hotel_clients_headquarters_hotels on hotel_clients (headquarters_id) where headquarters_id is not null;
-- the hotels of a partner
create index hotel_clients_partner_hotels on hotel_clients (partner_id) where partner_id is not null;

-- The hotels that a user sees: those of the client, or all of the tenant's when the client is null. Other tables take it as
-- `hotel_id in (select hotels_in_scope($1))`.
create function hotels_in_scope(client bigint) returns setof bigint
    language sql stable parallel safe
    as $$ select id from hotel_clients
          where kind = 'general_hotel' and (client is null or client in (id, headquarters_id, partner_id)) $$;

-- An account. Accounts end by `active` and are never deleted: what they did refers to them.
create table hotel_users (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- null for a super admin alone
    client_id bigint,
    role text not null check (role in ('super_admin', 'headquarters', 'hotel_client', 'housekeeper', 'partner')),
    -- the kind of client whose users may have the role; the foreign key checks it
    client_kind text generated always as (
        case role when 'headquarters' then 'hotel_headquarters' when 'partner' then 'partner' when 'super_admin' then null
                  else 'general_hotel' end) stored,
    -- 4 to 20 letters or digits; case is kept for showing and ignored for uniqueness
    login_id text not null check (login_id ~ '^[A-Za-z0-9]{4,20}$'),
    -- the ID as it is compared
    login_key text not null generated always as (lower(login_id)) stored,
    -- Argon2id in PHC form
    password_hash text not null,
    -- the password is a temporary one: it opens nothing but the choice of another
    must_change_password boolean not null default true,
    -- until when a temporary password may be used; means nothing once the person chose one
    temporary_until timestamptz not null,
    -- when the temporary password signed in: it does so once. Null while it did not, and for a chosen one
    temporary_used_at timestamptz,
    name text not null check (name <> '' and length(name) <= 50),
    -- a phone number or an e-mail address; may be empty
    contact text not null default '' check (length(contact) <= 100),
    -- a note; may be empty
    memo text not null default '' check (length(memo) <= 500),
    -- the group that a hotel sorts the person into; may be empty
    classification text not null default '' check (length(classification) <= 50),
    active boolean not null default true,
    created_at timestamptz not null,
    unique (tenant_id, id),
    constraint hotel_users_client foreign key (tenant_id, client_id, client_kind)
        references hotel_clients (tenant_id, id, kind),
    constraint hotel_users_super_admin check ((role = 'super_admin') = (client_id is null))
);
-- decides the race of two accounts with one ID
create unique index hotel_users_login_key on hotel_users (tenant_id, login_key);
-- the accounts of a client
create index hotel_users_client_accounts on hotel_users (client_id);

-- A signed-in browser. The token itself is never stored.
create table hotel_sessions (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    user_id bigint not null,
    -- SHA-256 of the opaque token
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    -- the last call that a person caused, with up to a minute's delay; calls that a page repeats on its own do not count
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    foreign key (tenant_id, user_id) references hotel_users (tenant_id, id)
);
-- the look-up of every call
create unique index hotel_sessions_token on hotel_sessions (token_hash);
-- ending an account's sessions
create index hotel_sessions_user on hotel_sessions (user_id) where revoked_at is null;

-- A key with which a partner's machines post readings. The key itself is never stored. Keys end and are never deleted.
create table hotel_api_keys (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- the partner
    client_id bigint not null,
    client_kind text not null generated always as ('partner') stored,
    name text not null check (name <> '' and length(name) <= 50),
    -- what the key is for, in the partner's words
    category text not null check (category <> '' and length(category) <= 50),
    -- SHA-256 of the key
    key_hash bytea not null check (octet_length(key_hash) = 32),
    -- the key's first characters, by which people recognise it
    key_prefix text not null check (length(key_prefix) = 10),
    -- the usage period: Korean days, both included
    valid_from date not null,
    valid_to date not null,
    created_at timestamptz not null,
    created_by bigint not null,
    revoked_at timestamptz,
    -- with up to a minute's delay; null for a key that was never used
    last_used_at timestamptz,
    unique (tenant_id, id),
    check (valid_to >= valid_from),
    foreign key (tenant_id, client_id, client_kind) references hotel_clients (tenant_id, id, kind),
    foreign key (tenant_id, created_by) references hotel_users (tenant_id, id)
);
-- the look-up of every call of a machine
create unique index hotel_api_keys_hash on hotel_api_keys (key_hash);
-- a partner's keys, newest first
create index hotel_api_keys_client on hotel_api_keys (client_id, id desc);

comment on column idempotency_keys.patient_id is
    'who made the call: a patient''s id, a staff''s id negated, 0 for a call made signed out, or the id of a hotel''s user (operations that begin with /hotel)';

do $$
declare t text;
begin
    foreach t in array array['hotel_clients', 'hotel_users', 'hotel_sessions', 'hotel_api_keys'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert on %I to hyeobom_app', t);
    end loop;
end
$$;
grant update (name, address, headquarters_id, partner_id, active) on hotel_clients to hyeobom_app;
grant update (role, password_hash, must_change_password, temporary_until, temporary_used_at, name, contact, memo,
              classification, active) on hotel_users to hyeobom_app;
grant update (last_used_at, revoked_at), delete on hotel_sessions to hyeobom_app;
grant update (revoked_at, last_used_at) on hotel_api_keys to hyeobom_app;
