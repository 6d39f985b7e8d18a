-- Patients see where they are signed in, sessions end without use, and sign-ins of patients are in the access log.

alter table patient_sessions
    -- the last call, with up to five minutes' delay; sessions from before this column count from the migration
    add column last_used_at timestamptz not null default now(),
    -- what the client said it is; null for sessions from before this column
    add column browser text check (browser in
        ('kakaotalk', 'naver', 'samsung', 'whale', 'edge', 'firefox', 'chrome', 'safari', 'other')),
    add column platform text check (platform in ('android', 'ios', 'windows', 'macos', 'linux', 'other')),
    -- the network that it signed in from: an address without its last part; null for sessions from before this column
    add column network text check (length(network) between 1 and 60),
    -- when its holder last proved to be the account's owner besides by the session: by password or phone. Null while never
    add column confirmed_at timestamptz;
alter table patient_sessions alter column last_used_at drop default;

-- Sign-ins of patients are no clinic's. Most rows without a clinic are theirs, and a clinic's search reads the others one by one.
drop index access_log_nobody;
-- failed sign-ins of staff under names that nobody had, and what is older than the column institution_id
create index access_log_nobody on access_log (tenant_id, at)
    where institution_id is null and action not in ('patient_sign_in', 'patient_sign_in_failed');
create or replace view clinic_access_log_before with (security_invoker) as
    select l.seq, l.at, l.action, l.client_address, l.patient_ids, l.application_ids, l.claim_ids, l.reason,
           case when l.staff_id is not null then l.staff_id
                when l.action = 'sign_in_failed'
                then (select s.id from staff s where s.tenant_id = l.tenant_id and s.login_key = lower(l.login_id)
                                                     and s.created_at <= l.at) end as staff_id,
           case when l.staff_id is not null then (select s.institution_id from staff s where s.id = l.staff_id)
                when l.action in ('sign_in_failed', 'staff_made')
                then (select s.institution_id from staff s where s.tenant_id = l.tenant_id and s.login_key = lower(l.login_id)
                                                                 and s.created_at <= l.at)
                else (select c.institution_id from claims c where c.id = l.claim_ids[1]) end as institution_id
    from access_log l
    where l.institution_id is null and l.action not in ('patient_sign_in', 'patient_sign_in_failed');
