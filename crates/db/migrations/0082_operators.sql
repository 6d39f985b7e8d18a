-- Accounts of operators, who run the installation, and the audit of what they do. They belong to no tenant.

-- An account of somebody who runs the installation.
create table operators (
    id bigint generated always as identity primary key,
    login_id text not null check (login_id ~ '^[A-Za-z0-9]{4,20}$'),
    name text not null check (name <> '' and length(name) <= 50),
    role text not null check (role in ('viewer', 'operator', 'admin')),
    active boolean not null default true,
    password_hash text not null,
    must_change_password boolean not null default true,
    temporary_until timestamptz not null,
    temporary_used_at timestamptz,
    totp_sealed bytea,
    totp_key_id smallint,
    totp_confirmed_at timestamptz,
    totp_last_step bigint not null default 0,
    created_at timestamptz not null,
    check ((totp_sealed is null) = (totp_key_id is null)),
    check (totp_sealed is not null or totp_confirmed_at is null)
);
comment on table operators is 'An account of somebody who runs the installation. It is ended and never deleted: the audit names it.';
comment on column operators.login_id is 'The sign-in name.';
comment on column operators.name is 'The person''s name.';
comment on column operators.role is 'What the account may do: domain::OpsPermission.';
comment on column operators.active is 'Whether the account may sign in.';
comment on column operators.password_hash is 'Argon2id in PHC form.';
comment on column operators.must_change_password is 'Whether the password is a temporary one.';
comment on column operators.temporary_until is 'Until when a temporary password signs in.';
comment on column operators.temporary_used_at is 'When the temporary password signed in; it does so once.';
comment on column operators.totp_sealed is 'The secret of the authenticator app, sealed for this account; null without one.';
comment on column operators.totp_key_id is 'The key that sealed it.';
comment on column operators.totp_confirmed_at is 'When a first code proved that the app has it; null: it counts for nothing yet.';
comment on column operators.totp_last_step is 'The 30-second step of the last accepted code. An older or equal one is refused.';
comment on column operators.created_at is 'When the account was added.';
-- one account for each sign-in name
create unique index operators_login on operators (lower(login_id));
comment on index operators_login is 'One account for each sign-in name, in any case.';

-- A code that signs in once without the app.
create table operator_recovery_codes (
    operator_id bigint not null references operators,
    code_hash bytea not null check (octet_length(code_hash) = 32),
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (operator_id, code_hash)
);
comment on table operator_recovery_codes is 'A code that signs an operator in once without the authenticator app.';
comment on column operator_recovery_codes.operator_id is 'Whose it is.';
comment on column operator_recovery_codes.code_hash is 'The keyed hash of the code, which was shown once.';
comment on column operator_recovery_codes.created_at is 'When it was made.';
comment on column operator_recovery_codes.used_at is 'When it was used; null while it works.';

-- A sign-in.
create table operator_sessions (
    id bigint generated always as identity primary key,
    operator_id bigint not null references operators,
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    client_address inet,
    second_factor_pending boolean not null
);
comment on table operator_sessions is 'A sign-in of an operator.';
comment on column operator_sessions.operator_id is 'Who signed in.';
comment on column operator_sessions.token_hash is 'SHA-256 of the token in the cookie.';
comment on column operator_sessions.created_at is 'When it signed in.';
comment on column operator_sessions.last_used_at is 'When it was used last, to the minute.';
comment on column operator_sessions.expires_at is 'When it ends, however much it is used.';
comment on column operator_sessions.revoked_at is 'When it was ended before; null while it was not.';
comment on column operator_sessions.client_address is 'Where it signed in from.';
comment on column operator_sessions.second_factor_pending is 'Whether the code of the second factor is still to come.';
-- the look-up of a cookie
create unique index operator_sessions_token on operator_sessions (token_hash);
comment on index operator_sessions_token is 'The look-up of a cookie.';
-- what ends with a new password or an ended account
create index operator_sessions_operator on operator_sessions (operator_id) where revoked_at is null;
comment on index operator_sessions_operator is 'The sessions that end with a new password or an ended account.';
-- the sweep of ended sessions
create index operator_sessions_expires on operator_sessions (expires_at);
comment on index operator_sessions_expires is 'The sweep of ended sessions.';

-- The audit of operators: chained like the access log of a tenant, over the whole installation.
create table operator_actions (
    seq bigint primary key default 0,
    at timestamptz not null,
    operator_id bigint references operators,
    login_id text check (login_id ~ '^[A-Za-z0-9]{4,20}$'),
    client_address inet,
    action text not null check (action ~ '^[a-z]+(_[a-z]+)*$'),
    subject text check (length(subject) between 1 and 300),
    reason text check (length(reason) between 1 and 200),
    tenant_id bigint references tenants,
    request_id text,
    previous_hash bytea not null default ''::bytea check (octet_length(previous_hash) = 32),
    hash bytea not null default ''::bytea check (octet_length(hash) = 32)
);
comment on table operator_actions is 'What operators read and did: only added to, each row chained to the one before by its hash.';
comment on column operator_actions.seq is '1, 2, 3 … given by the trigger.';
comment on column operator_actions.at is 'When.';
comment on column operator_actions.operator_id is 'Who; null for a sign-in with an unknown name and for a command on the server.';
comment on column operator_actions.login_id is 'The sign-in name that was tried or that the account had.';
comment on column operator_actions.client_address is 'The client''s address.';
comment on column operator_actions.action is 'What was done: db::operator_actions::Action.';
comment on column operator_actions.subject is 'To what: an id, a name or a filter, without patients'' data.';
comment on column operator_actions.reason is 'Why, as the operator wrote it.';
comment on column operator_actions.tenant_id is 'The tenant that it touched, if it was one. That tenant''s access log has a row of it, too.';
comment on column operator_actions.request_id is 'Joins the logs of the request.';
comment on column operator_actions.previous_hash is 'The hash of the row before.';
comment on column operator_actions.hash is 'SHA-256 of the hash before and of this row.';
-- what an account did
create index operator_actions_operator on operator_actions (operator_id, seq desc);
comment on index operator_actions_operator is 'What an account did.';
-- a range of time
create index operator_actions_at on operator_actions (at);
comment on index operator_actions_at is 'A range of time.';

create function operator_actions_hash(entry operator_actions) returns bytea
    language sql stable parallel safe
    return sha256(entry.previous_hash || convert_to(jsonb_build_array(
        entry.seq, extract(epoch from entry.at), entry.operator_id, entry.login_id, host(entry.client_address),
        entry.action, entry.subject, entry.reason, entry.tenant_id, entry.request_id)::text, 'utf8'));

create function operator_actions_chain() returns trigger
    language plpgsql as $$
declare last operator_actions;
begin
    -- one after the other, until the end of the transaction
    perform pg_advisory_xact_lock(hashtextextended('operator_actions', 0));
    select * into last from operator_actions order by seq desc limit 1;
    new.seq := coalesce(last.seq, 0) + 1;
    new.previous_hash := coalesce(last.hash, sha256('operator_actions'));
    new.hash := operator_actions_hash(new);
    return new;
end
$$;
create trigger operator_actions_chain before insert on operator_actions
    for each row execute function operator_actions_chain();
-- rows never go: the audit is evidence about its own writers, and small
create trigger operator_actions_stay before update or delete on operator_actions
    for each row execute function access_log_is_kept();
create trigger operator_actions_are_kept before truncate on operator_actions
    for each statement execute function access_log_is_kept();

do $$
declare t text;
begin
    foreach t in array array['operators', 'operator_recovery_codes', 'operator_sessions', 'operator_actions'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy system on %I to hyeobom_system using (true) with check (true)', t);
    end loop;
end
$$;
grant select, insert, update on operators to hyeobom_system;
grant select, insert, update, delete on operator_recovery_codes, operator_sessions to hyeobom_system;
grant select, insert on operator_actions to hyeobom_system;

-- a row about an operator names the call and the reason
alter table access_log
    drop constraint access_log_reason_check,
    add constraint access_log_reason_check check (length(reason) between 1 and 400);
comment on column access_log.login_id is
    'The sign-in name that was tried, that the new account has, or of the operator.';
