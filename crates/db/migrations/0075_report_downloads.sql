-- A patient's download of a report is in the log of the clinic whose analyses it has.

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
    elsif new.action = 'report_downloaded' then
        select institution_id into new.institution_id
        from applications where tenant_id = new.tenant_id and id = new.application_ids[1];
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
