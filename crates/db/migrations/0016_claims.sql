-- Insurance-document claims: a patient asks a clinic for documents that an insurer wants to see.

alter table tenants
    -- whether claims take all seven digits of the resident number's second part; otherwise only the first of them. On only
    -- where a law lets the tenant hold the number
    add column resident_number_full boolean not null default false,
    -- the payment provider of telephones; null means the same as elsewhere
    add column mobile_provider text check (mobile_provider in ('toss', 'inicis'));

-- An insurer that claims can be for.
create table insurers (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    name text not null check (name <> ''),
    -- the place in the list
    position smallint not null default 0,
    -- whether it can be chosen
    active boolean not null default true,
    unique (tenant_id, id),
    unique (tenant_id, name)
);

-- A claim: what a patient asked a clinic for. Account and resident number are sealed (AES-256-GCM) under the key of the
-- number beside them.
create table claims (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    institution_id bigint not null,
    insurer_id bigint not null,
    -- -1 canceled, 0 requested, 1 being issued, 2 downloadable; claims_step guards the steps
    status smallint not null default 0 check (status between -1 and 2),
    -- new, reclaim (to the same insurer once more), forward (to another) or resend (documents issued before, by mail)
    kind text not null default 'new' check (kind in ('new', 'reclaim', 'forward', 'resend')),
    -- the claim before, that a discount is given for
    prior_claim_id bigint,
    insured_name text not null check (insured_name <> ''),
    -- digits only
    mobile text not null check (mobile ~ '^[0-9]{10,15}$'),
    onset_date date not null,
    accident_type text not null check (accident_type in ('disease', 'injury', 'dental', 'traffic', 'other')),
    reason text not null check (length(reason) between 1 and 1000),
    bank_name text not null check (bank_name <> ''),
    -- the account's number, sealed; null once it was erased after leaving
    account_sealed bytea,
    account_key_id smallint,
    -- its last digits, for people
    account_masked text not null,
    depositor text not null check (depositor <> ''),
    -- the resident number or what is asked of it, sealed; erased when the documents are issued or the claim is canceled
    resident_sealed bytea,
    resident_key_id smallint,
    -- the options that were paid for
    doctor_signature boolean not null default false,
    registered_mail boolean not null default false,
    forwarding boolean not null default false,
    -- where registered mail goes
    zipcode text,
    address text,
    address_detail text,
    -- of the registered mail, entered by staff
    tracking_number text check (length(tracking_number) between 1 and 40),
    -- why staff canceled it, told to the patient
    canceled_reason text check (length(canceled_reason) between 1 and 500),
    canceled_at timestamptz,
    -- when the documents could be downloaded first
    released_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (tenant_id, id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    foreign key (tenant_id, insurer_id) references insurers (tenant_id, id),
    foreign key (tenant_id, prior_claim_id) references claims (tenant_id, id),
    check ((account_sealed is null) = (account_key_id is null)),
    check ((resident_sealed is null) = (resident_key_id is null)),
    check (kind = 'new' or prior_claim_id is not null),
    check (not registered_mail or (zipcode is not null and address is not null)),
    check (status <> -1 or canceled_at is not null),
    check (status <> 2 or released_at is not null)
);
-- a patient's claims, newest first
create index claims_patient on claims (patient_id, created_at desc, id desc);
-- a clinic's claims, newest first
create index claims_institution on claims (institution_id, created_at desc, id desc);
-- the same of one state
create index claims_institution_status on claims (institution_id, status, created_at desc, id desc);
-- what refers to a claim before
create index claims_prior on claims (prior_claim_id) where prior_claim_id is not null;

-- A document that a claim asks for.
create table claim_documents (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    claim_id bigint not null,
    code text not null check (code in ('medical_bill_receipt', 'detailed_statement')),
    foreign key (tenant_id, claim_id) references claims (tenant_id, id) on delete cascade
);
-- a claim asks for a document once
create unique index claim_documents_code on claim_documents (claim_id, code);

alter table notifications
    -- the claim it is about
    add column claim_id bigint,
    add constraint notifications_claim foreign key (tenant_id, claim_id) references claims (tenant_id, id),
    drop constraint notifications_kind_check,
    add constraint notifications_kind_check check
        (kind in ('result_ready', 'result_failed', 'export_failed', 'tci_received', 'tci_released', 'tci_canceled',
                  'claim_paid', 'claim_issued', 'claim_canceled', 'payment_failed'));
-- what becomes of a claim is told once
create unique index notifications_claim on notifications (claim_id, kind) where claim_id is not null;

-- The steps that a claim may take; as `domain::ClaimStatus`.
create function claims_step() returns trigger
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
    -- the number served to issue the documents; whatever ends the claim ends it too
    if new.status in (-1, 2) then
        new.resident_sealed := null;
        new.resident_key_id := null;
    end if;
    return new;
end
$$;
-- after, so that a row of another tenant is refused as such
create trigger claims_begin after insert on claims for each row execute function claims_step();
create trigger claims_step before update of status on claims
    for each row when (old.status is distinct from new.status) execute function claims_step();

do $$
declare t text;
begin
    foreach t in array array['insurers', 'claims', 'claim_documents'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
