-- What was paid for with a claim is done before the claim is released, and the patient is told where the money is.

alter table notifications
    -- the order whose refund it is about
    add column order_id bigint,
    add constraint notifications_order foreign key (tenant_id, order_id) references orders (tenant_id, id),
    drop constraint notifications_kind_check,
    -- the program knows the kinds
    add constraint notifications_kind_check check (kind ~ '^[a-z_]+$');
comment on column notifications.order_id is 'The order whose refund it is about.';
-- a refund's beginning and end are told once
create unique index notifications_order on notifications (order_id, kind) where order_id is not null;

alter table claims
    -- the other insurer that a claim is forwarded to, beside its own; a claim of the kind forward has that one as its own
    add column forward_insurer_id bigint,
    add constraint claims_forward_insurer foreign key (tenant_id, forward_insurer_id) references insurers (tenant_id, id),
    -- claims from before named none
    add constraint claims_forwarding check (not forwarding or kind = 'forward' or forward_insurer_id is not null) not valid,
    add constraint claims_two_insurers check (forward_insurer_id is null or forward_insurer_id <> insurer_id);
comment on column claims.forward_insurer_id is
    'The other insurer that a claim is forwarded to; a claim of the kind forward has that one as its own.';
alter table claim_drafts
    -- as in claims
    add column forward_insurer_id bigint,
    add constraint claim_drafts_forward_insurer foreign key (tenant_id, forward_insurer_id)
        references insurers (tenant_id, id);
comment on column claim_drafts.forward_insurer_id is 'As in claims.';

alter table issued_documents
    -- how a doctor signed it: with the clinic's stored seal, or by hand on the scan that staff checked; null where nobody did
    add column signature text check (signature in ('seal', 'scan'));
comment on column issued_documents.signature is
    'How a doctor signed it: with the clinic''s stored seal, or by hand on the scan that staff checked.';

-- How a clinic sent a claim's documents to the other insurer.
create table claim_forwardings (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    claim_id bigint not null,
    -- fax, email or post
    method text not null check (method in ('fax', 'email', 'post')),
    -- what proves it: the fax number or address with the insurer's receipt, or the tracking number
    reference text not null check (length(reference) between 1 and 200),
    -- when staff sent it
    sent_at timestamptz not null,
    -- who recorded it
    staff_id bigint not null,
    created_at timestamptz not null,
    foreign key (tenant_id, claim_id) references claims (tenant_id, id) on delete cascade,
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
comment on table claim_forwardings is 'How a clinic sent a claim''s documents to the other insurer.';
comment on column claim_forwardings.method is 'fax, email or post.';
comment on column claim_forwardings.reference is
    'What proves it: the fax number or address with the insurer''s receipt, or the tracking number.';
comment on column claim_forwardings.sent_at is 'When staff sent it.';
comment on column claim_forwardings.staff_id is 'Who recorded it.';
-- a claim is forwarded once; the next record takes its place
create unique index claim_forwardings_claim on claim_forwardings (claim_id);

alter table claim_forwardings enable row level security;
alter table claim_forwardings force row level security;
create policy own_tenant on claim_forwardings to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on claim_forwardings to hyeobom_app;

-- A claim is released with every document that it asks for, and with everything else that was paid for.
create or replace function claims_issued() returns trigger
    language plpgsql as $$
begin
    if exists (select from claim_documents d
               where d.claim_id = new.id
                 and not exists (select from issued_documents i
                                 where i.claim_id = d.claim_id and i.code = d.code and i.upload_id is not null)) then
        raise exception 'a document of the claim is missing'
            using errcode = 'check_violation', constraint = 'claims_issued';
    end if;
    if (new.registered_mail and new.tracking_number is null)
       or (new.forwarding and not exists (select from claim_forwardings f where f.claim_id = new.id))
       or (new.doctor_signature
           and exists (select from issued_documents i where i.claim_id = new.id and i.signature is null)) then
        raise exception 'an option of the claim is not fulfilled'
            using errcode = 'check_violation', constraint = 'claims_fulfilled';
    end if;
    return new;
end
$$;

-- As before, and the account ends with the claim too.
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
    if (old.status, new.status) not in ((0, 1), (0, -1), (1, -1), (1, 2)) then
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

-- An official seal and a doctor's signature that a clinic stored, to be placed on generated documents.
create table clinic_seals (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    institution_id bigint not null,
    -- PNG pictures, sealed (AES-256-GCM) under the keys of the numbers beside them
    seal_sealed bytea not null,
    seal_key_id smallint not null,
    signature_sealed bytea not null,
    signature_key_id smallint not null,
    doctor_name text not null check (length(doctor_name) between 1 and 100),
    doctor_license text not null check (length(doctor_license) between 1 and 100),
    -- who stored them
    staff_id bigint not null,
    created_at timestamptz not null,
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
comment on table clinic_seals is
    'An official seal and a doctor''s signature that a clinic stored, to be placed on generated documents.';
comment on column clinic_seals.seal_sealed is 'The seal, a PNG, sealed (AES-256-GCM) under the key of the number beside it.';
comment on column clinic_seals.signature_sealed is 'The signature, a PNG, sealed likewise.';
comment on column clinic_seals.staff_id is 'Who stored them.';
-- a clinic has one; the next one takes its place
create unique index clinic_seals_institution on clinic_seals (institution_id);

alter table clinic_seals enable row level security;
alter table clinic_seals force row level security;
create policy own_tenant on clinic_seals to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on clinic_seals to hyeobom_app;
