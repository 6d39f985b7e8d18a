-- Names and the texts of clinics are composed (NFC), staff find a person by name, initial consonants, number and birth date, and
-- settlements are shown by month.

-- The rows that exist. Forced row-level security binds an owner who is no superuser.
do $$
declare t bigint;
begin
    for t in select id from tenants loop
        perform set_config('app.tenant_id', t::text, true);
        update patients set name = normalize(name, nfc) where name is not nfc normalized;
        update staff set name = normalize(name, nfc) where name is not nfc normalized;
        update applications set name = normalize(name, nfc) where name is not nfc normalized;
        update claims set insured_name = normalize(insured_name, nfc), depositor = normalize(depositor, nfc)
        where insured_name is not nfc normalized or depositor is not nfc normalized;
        update institutions
        set name = normalize(name, nfc), representative_name = normalize(representative_name, nfc),
            address = normalize(address, nfc)
        where name is not nfc normalized or representative_name is not nfc normalized or address is not nfc normalized;
    end loop;
    perform set_config('app.tenant_id', '', true);
end
$$;

alter table patients add constraint patients_name_nfc check (name is nfc normalized);
alter table staff add constraint staff_name_nfc check (name is nfc normalized);
alter table applications add constraint applications_name_nfc check (name is nfc normalized);
alter table claims add constraint claims_names_nfc check (insured_name is nfc normalized and depositor is nfc normalized);
alter table institutions add constraint institutions_texts_nfc
    check (name is nfc normalized and representative_name is nfc normalized and address is nfc normalized);

-- Whether a person is found by a part of the name (or of its initial consonants), a part of the number, or the end of the birth
-- date, as domain::PersonSearch prepares them. An empty name finds everybody.
create function matches_person(
    name_part text, phone_part text, birth_end text, name text, phone_number text, birth date
) returns boolean
    language sql immutable parallel safe
    return name_part = ''
        or strpos(search_form(name), name_part) > 0
        or strpos(hangul_initials(search_form(name)), name_part) > 0
        or coalesce(strpos(phone_number, phone_part) > 0, false)
        or coalesce(right(to_char(birth, 'YYYYMMDD'), length(birth_end)) = birth_end, false);
comment on function matches_person is
    'Whether a person is found by a part of the name or of its initial consonants, of the number, or by the end of the birth date.';

-- what was paid out in a month
create index settlements_paid_out on settlements (tenant_id, paid_out_on);
comment on index settlements_paid_out is 'What was paid out in a month.';
