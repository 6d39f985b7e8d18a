-- A row of the access log says itself which clinic's it is, so that a clinic's search reads its own rows and a name that
-- somebody takes later brings them no sign-ins of before.

-- it holds on to the columns that there were; it is made anew below
drop function access_log_hash(access_log);
alter table access_log
    -- the clinic of the account, of the account that was tried or made, or of the claim; null for a name that nobody has,
    -- and in rows from before this column
    add column institution_id bigint,
    -- the account in whose name a sign-in failed
    add column tried_id bigint;

-- A row's hash, from its content and the hash before it. What came later is a part of it only where it is there, so that the
-- hashes of older rows stay right.
create function access_log_hash(entry access_log) returns bytea
    language sql stable parallel safe
    return sha256(entry.previous_hash || convert_to((jsonb_build_array(
        entry.tenant_id, entry.seq, extract(epoch from entry.at), entry.staff_id, entry.login_id,
        host(entry.client_address), entry.action, entry.patient_ids, entry.application_ids, entry.request_id)
        || case when entry.claim_ids = '{}' and entry.reason is null then '[]'::jsonb
                else jsonb_build_array(entry.claim_ids, entry.reason) end
        || case when entry.institution_id is null and entry.tried_id is null then '[]'::jsonb
                else jsonb_build_array(entry.institution_id, entry.tried_id) end)::text, 'utf8'));

create or replace function access_log_chain() returns trigger
    language plpgsql as $$
declare last access_log;
begin
    -- whose it is as things are now, whatever the writer says
    new.institution_id := null;
    new.tried_id := null;
    if new.staff_id is not null then
        select institution_id into new.institution_id from staff where tenant_id = new.tenant_id and id = new.staff_id;
    elsif new.action = 'sign_in_failed' then
        select id, institution_id into new.tried_id, new.institution_id
        from staff where tenant_id = new.tenant_id and login_key = lower(new.login_id);
    elsif new.action = 'staff_made' then
        select institution_id into new.institution_id
        from staff where tenant_id = new.tenant_id and login_key = lower(new.login_id);
    else
        select institution_id into new.institution_id
        from claims where tenant_id = new.tenant_id and id = new.claim_ids[1];
    end if;
    -- one after the other in a tenant, until the end of the transaction
    perform pg_advisory_xact_lock(hashtextextended('access_log', new.tenant_id));
    select * into last from access_log where tenant_id = new.tenant_id order by seq desc limit 1;
    new.seq := coalesce(last.seq, 0) + 1;
    new.previous_hash := coalesce(last.hash, sha256('access_log'));
    new.hash := access_log_hash(new);
    return new;
end
$$;

-- a clinic's rows; lists, which are most of them and seldom asked for, apart from the others
create index access_log_institution on access_log
    (tenant_id, institution_id,
     (case when action in ('applications_listed', 'claims_listed', 'findings_listed', 'access_log_read') then 1 else 0 end),
     seq desc)
    where institution_id is not null;
-- failed sign-ins under names that nobody had, and what is older than the column
create index access_log_nobody on access_log (tenant_id, at) where institution_id is null;

-- Rows without a clinic are older than the column, or nobody's. The log is only added to, so theirs is looked up, among the
-- accounts that there were then; row by row, since a join of so many conditions is planned badly.
create view clinic_access_log_before with (security_invoker) as
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
    where l.institution_id is null;
grant select on clinic_access_log_before to hyeobom_app;

-- The rows of a clinic: what its staff did, failed sign-ins under one of its names, patients' downloads of its documents, and
-- accounts that operators made.
create or replace view clinic_access_log with (security_invoker) as
    select seq, at, action, client_address, patient_ids, application_ids, claim_ids, reason,
           coalesce(staff_id, tried_id) as staff_id, institution_id
    from access_log where institution_id is not null
    union all
    select * from clinic_access_log_before;
