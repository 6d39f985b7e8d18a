-- Account and resident digits are for the form of the other insurer that a clinic forwards documents to. No other claim has them.

alter table claims
    alter column bank_name drop not null,
    alter column account_masked drop not null,
    alter column depositor drop not null;
alter table claim_drafts
    alter column bank_name drop not null,
    alter column account_sealed drop not null,
    alter column account_key_id drop not null,
    alter column account_masked drop not null,
    alter column depositor drop not null,
    alter column resident_sealed drop not null,
    alter column resident_key_id drop not null;

-- What was asked of other claims before, and the stand-ins of erased ones. Forced row-level security binds an owner who is no
-- superuser.
do $$
declare t bigint;
begin
    for t in select id from tenants loop
        perform set_config('app.tenant_id', t::text, true);
        update claims
        set bank_name = null, account_sealed = null, account_key_id = null, account_masked = null, depositor = null,
            resident_sealed = null, resident_key_id = null
        where not forwarding or bank_name = '-';
        update claim_drafts
        set bank_name = null, account_sealed = null, account_key_id = null, account_masked = null, depositor = null,
            resident_sealed = null, resident_key_id = null
        where not forwarding;
    end loop;
    perform set_config('app.tenant_id', '', true);
end
$$;

alter table claims add constraint claims_payout_is_forwarded
    check (forwarding or num_nonnulls(bank_name, account_sealed, account_masked, depositor, resident_sealed) = 0);
alter table claim_drafts add constraint claim_drafts_payout_is_forwarded
    check (forwarding or num_nonnulls(bank_name, account_sealed, account_masked, depositor, resident_sealed) = 0);

comment on column claims.bank_name is 'The bank of the account that the other insurer pays to; null unless the documents are forwarded.';
comment on column claims.account_masked is 'The account''s last digits; null likewise.';
comment on column claims.depositor is 'The account''s holder; null likewise.';
