-- Money: orders that pay for claims, the ledger of every movement, and what comparisons with the providers found.

-- A tenant's account at a payment provider.
create table payment_accounts (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    provider text not null check (provider in ('toss', 'inicis')),
    -- what the provider's page knows us by; no secret
    client_id text not null check (client_id <> ''),
    -- the key of the provider's API, sealed (AES-256-GCM) under the key of this number
    secret_sealed bytea not null,
    secret_key_id smallint not null,
    created_at timestamptz not null,
    unique (tenant_id, id),
    -- the return and the webhook name the provider alone
    unique (tenant_id, provider)
);

-- An order: an amount that a patient is to pay for one claim.
create table orders (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- random; the provider and the browser know the order by it
    oid text not null check (oid ~ '^[A-Za-z0-9_-]{6,40}$'),
    patient_id bigint not null,
    account_id bigint not null,
    -- the claim that it pays for; null until it is paid when it brings a draft
    claim_id bigint,
    -- KRW
    amount bigint not null check (amount > 0),
    -- the quote's lines as they were shown: [{code, label, amount, vat}]
    lines jsonb not null,
    -- pending, confirming, paid, failed, canceled, expired, refunding, refunded; orders_step guards the steps
    status text not null default 'pending' check
        (status in ('pending', 'confirming', 'paid', 'failed', 'canceled', 'expired', 'refunding', 'refunded')),
    -- window: opened beside the app; mobile: in its place
    return_mode text not null check (return_mode in ('window', 'mobile')),
    -- SHA-256 of what opens our own page of a provider that takes a form
    checkout_hash bytea check (octet_length(checkout_hash) = 32),
    -- the provider's id of the payment
    provider_key text,
    -- where the money is asked for, of a provider that says so each time
    confirm_url text,
    -- the provider's id of the movement of money
    transaction_key text,
    -- how it was paid, as the provider says it
    method text,
    receipt_url text,
    approved_at timestamptz,
    -- why it was not paid; the text is the provider's
    failure_code text,
    failure_message text,
    -- why the money goes back: withdrawn, not_issued, no_claim
    refund_reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- when the payer came back and the money was asked for
    confirming_at timestamptz,
    unique (tenant_id, id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, account_id) references payment_accounts (tenant_id, id),
    foreign key (tenant_id, claim_id) references claims (tenant_id, id),
    check (status not in ('paid', 'refunding', 'refunded') or provider_key is not null)
);
-- the look-up by the provider's and the browser's name of it
create unique index orders_oid on orders (oid);
-- the look-up by the provider's id, for its messages
create index orders_provider_key on orders (provider_key) where provider_key is not null;
-- a claim's orders
create index orders_claim on orders (claim_id, id desc) where claim_id is not null;
-- a patient's orders
create index orders_patient on orders (patient_id, id desc);
-- what the sweep looks at
create index orders_unsettled on orders (created_at) where status in ('pending', 'confirming', 'refunding');

alter table claims
    -- the order that paid for it; null while it is to be paid
    add column paid_order_id bigint,
    add constraint claims_paid_order foreign key (tenant_id, paid_order_id) references orders (tenant_id, id);
-- an order pays for one claim
create unique index claims_paid_order on claims (paid_order_id) where paid_order_id is not null;

-- A claim as it was entered, kept with its order until that is paid. Sealed as in claims.
create table claim_drafts (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    order_id bigint not null,
    institution_id bigint not null,
    insurer_id bigint not null,
    kind text not null,
    prior_claim_id bigint,
    insured_name text not null,
    mobile text not null,
    onset_date date not null,
    accident_type text not null,
    reason text not null,
    bank_name text not null,
    account_sealed bytea not null,
    account_key_id smallint not null,
    account_masked text not null,
    depositor text not null,
    resident_sealed bytea not null,
    resident_key_id smallint not null,
    -- the documents' codes
    documents text[] not null,
    doctor_signature boolean not null,
    registered_mail boolean not null,
    forwarding boolean not null,
    zipcode text,
    address text,
    address_detail text,
    created_at timestamptz not null,
    foreign key (tenant_id, order_id) references orders (tenant_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    foreign key (tenant_id, insurer_id) references insurers (tenant_id, id),
    foreign key (tenant_id, prior_claim_id) references claims (tenant_id, id)
);
-- an order brings one draft
create unique index claim_drafts_order on claim_drafts (order_id);
-- what the sweep deletes
create index claim_drafts_created on claim_drafts (created_at);

-- Every movement of money, only added to.
create table ledger (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    order_id bigint not null,
    kind text not null check (kind in ('charge', 'refund', 'fee')),
    -- KRW: charges are positive, refunds negative, and fees too unless the provider gives one back
    amount bigint not null,
    -- the provider's id of the movement
    transaction_key text not null check (transaction_key <> ''),
    -- when the provider moved it
    at timestamptz not null,
    -- when it was written here
    created_at timestamptz not null,
    foreign key (tenant_id, order_id) references orders (tenant_id, id),
    check ((kind = 'charge' and amount > 0) or (kind = 'refund' and amount < 0) or kind = 'fee')
);
-- a movement is written once; decides the race of two who noticed it
create unique index ledger_transaction on ledger (tenant_id, transaction_key, kind);
-- an order is charged and refunded once
create unique index ledger_order on ledger (order_id, kind) where kind in ('charge', 'refund');
-- a day's movements
create index ledger_at on ledger (tenant_id, at, id);

-- What a comparison with a provider found.
create table payment_findings (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- stuck: not settled in time; unrecorded: paid there and not here; unpaid: paid here and not there
    kind text not null check
        (kind in ('stuck', 'unrecorded', 'unpaid', 'amount_mismatch', 'duplicate', 'settlement_mismatch')),
    -- null when we have no such order
    order_id bigint,
    -- the provider's names of what it is about; none of a person
    transaction_key text not null default '',
    -- KRW, where there is one
    our_amount bigint,
    their_amount bigint,
    found_at timestamptz not null,
    -- when it was put right by itself
    repaired_at timestamptz,
    -- whether somebody has to look at it
    needs_person boolean not null default true,
    -- when somebody said that it is put right
    resolved_at timestamptz,
    foreign key (tenant_id, order_id) references orders (tenant_id, id)
);
-- what is open is found once
create unique index payment_findings_open on payment_findings (tenant_id, kind, coalesce(order_id, 0), transaction_key)
    where repaired_at is null and resolved_at is null;
-- the operators' list
create index payment_findings_found on payment_findings (tenant_id, id desc);

-- What a provider paid out to the tenant.
create table settlements (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    account_id bigint not null,
    transaction_key text not null check (transaction_key <> ''),
    oid text not null,
    -- KRW: of the payment (negative for a refund), kept by the provider, its VAT, and what came
    amount bigint not null,
    fee bigint not null,
    vat bigint not null,
    paid_out bigint not null,
    -- days in Korea
    sold_on date not null,
    paid_out_on date not null,
    created_at timestamptz not null,
    foreign key (tenant_id, account_id) references payment_accounts (tenant_id, id)
);
-- a movement is paid out once
create unique index settlements_transaction on settlements (tenant_id, account_id, transaction_key);

-- The steps that an order may take; as `domain::OrderStatus`.
create function orders_step() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        if new.status <> 'pending' then
            raise exception 'an order cannot begin as %', new.status
                using errcode = 'check_violation', constraint = 'orders_step';
        end if;
        return new;
    end if;
    if (old.status, new.status) not in
        (('pending', 'confirming'), ('pending', 'paid'), ('pending', 'failed'), ('pending', 'canceled'),
         ('pending', 'expired'), ('confirming', 'paid'), ('confirming', 'failed'), ('confirming', 'canceled'),
         ('confirming', 'expired'), ('failed', 'paid'), ('canceled', 'paid'), ('expired', 'paid'),
         ('paid', 'refunding'), ('refunding', 'refunded')) then
        raise exception 'an order cannot go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'orders_step';
    end if;
    return new;
end
$$;
-- after, so that a row of another tenant is refused as such
create trigger orders_begin after insert on orders for each row execute function orders_step();
create trigger orders_step before update of status on orders
    for each row when (old.status is distinct from new.status) execute function orders_step();

-- What was agreed stays as it was agreed.
create function orders_agreed() returns trigger
    language plpgsql as $$
begin
    raise exception 'an order keeps its amount, payer and account' using errcode = 'check_violation', constraint = 'orders_agreed';
end
$$;
create trigger orders_agreed before update on orders for each row
    when ((old.oid, old.amount, old.patient_id, old.account_id, old.lines)
          is distinct from (new.oid, new.amount, new.patient_id, new.account_id, new.lines))
    execute function orders_agreed();

-- A claim is paid once: who comes second gets the money back.
create function claims_paid() returns trigger
    language plpgsql as $$
begin
    raise exception 'a claim is paid once' using errcode = 'check_violation', constraint = 'claims_paid';
end
$$;
create trigger claims_paid before update of paid_order_id on claims for each row
    when (old.paid_order_id is not null and old.paid_order_id is distinct from new.paid_order_id)
    execute function claims_paid();

create function ledger_stays() returns trigger
    language plpgsql as $$
begin
    -- the only way out is the end of the period that records of payments are kept
    if tg_op = 'DELETE' and old.at < now() - interval '5 years' then
        return old;
    end if;
    raise exception 'the ledger is only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger ledger_stays before update or delete on ledger for each row execute function ledger_stays();
create function ledger_is_kept() returns trigger
    language plpgsql as $$
begin
    raise exception 'the ledger is only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger ledger_is_kept before truncate on ledger for each statement execute function ledger_is_kept();

do $$
declare t text;
begin
    foreach t in array array['payment_accounts', 'orders', 'claim_drafts', 'ledger', 'payment_findings', 'settlements'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
    revoke update on ledger from hyeobom_app;
    revoke update, delete on settlements from hyeobom_app;
end
$$;
