-- A job's fields as versioned JSON, in place of the one number ref_id.
alter table jobs add column payload jsonb check (jsonb_typeof(payload) = 'object');
alter table jobs alter column ref_id drop not null;
alter table jobs add check (payload is not null or ref_id is not null);
comment on column jobs.payload is 'the ids or the day that the job is about; never personal data';
comment on column jobs.ref_id is 'the row that a job of version 1 is about; null since version 2';
comment on column jobs.version is 'version of the payload; 1 has none and uses ref_id';
