-- An operator's cancel ended a job for its queue only: the patient of a canceled analysis waited for ever. A worker now
-- calls the handler's on_dead, as for a dead job. The release before never sets the column.
alter table jobs add column on_dead_pending boolean not null default false;
comment on column jobs.on_dead_pending is 'Whether the job was canceled and a worker must still call its handler''s on_dead.';
-- few rows at any time
create index jobs_on_dead_pending on jobs (id) where on_dead_pending;
comment on index jobs_on_dead_pending is 'Canceled jobs whose on_dead is pending.';
