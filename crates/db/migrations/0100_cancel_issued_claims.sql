-- The terms refund documents that are wrong through our fault, so the clinic can cancel a claim after its release too.
-- As before otherwise.
create or replace function claims_step() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        if new.status <> 0 then
            raise exception 'a claim cannot begin in state %', new.status
                using errcode = 'check_violation', constraint = 'claims_step';
        end if;
        return new;
    end if;
    if (old.status, new.status) not in ((0, 1), (0, -1), (1, -1), (1, 2), (2, -1)) then
        raise exception 'a claim cannot go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'claims_step';
    end if;
    if new.status = 1 and new.paid_order_id is null then
        raise exception 'a claim is issued once it is paid'
            using errcode = 'check_violation', constraint = 'claims_step';
    end if;
    -- number and account served to issue and forward the documents; whatever ends the claim ends them too
    if new.status in (-1, 2) then
        new.resident_sealed := null;
        new.resident_key_id := null;
        new.account_sealed := null;
        new.account_key_id := null;
    end if;
    return new;
end
$$;
