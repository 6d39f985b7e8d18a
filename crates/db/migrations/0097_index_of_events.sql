-- An event is written into one B-tree instead of two (docs/adr/0080-one-index-for-a-jobs-events.md).
alter table job_events drop constraint job_events_pkey;
drop index job_events_job;
alter table job_events add primary key (job_id, id);

-- A block range index suffices for the newest events, because ids only grow.
create index job_events_newest on job_events using brin (id) with (pages_per_range = 32, autosummarize = on);
comment on index job_events_newest is 'Events after a given one, for the statistics per minute.';
