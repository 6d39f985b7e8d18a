-- A stranger's request must not close the code of a number's owner: a code knows who requested it. The release before
-- inserts codes without a requester, which everybody may enter as before.
alter table phone_codes
    add column requester_hash bytea check (octet_length(requester_hash) = 32),
    add column other_attempts smallint not null default 0 check (other_attempts between 0 and 5);
comment on column phone_codes.requester_hash is
    'Keyed hash of the number and of the network that requested the code; null for a code of an earlier release.';
comment on column phone_codes.attempts is 'Wrong codes entered from the network that requested it; five close it there.';
comment on column phone_codes.other_attempts is
    'Wrong codes entered from other networks; five close it for these, but not for its requester.';
comment on index phone_codes_number is 'The codes of a number.';
