-- The history of jobs stays as fast with ten million rows as with ten thousand.

-- Two indexes for two periods: one for both made every sweep read all dead jobs between 30 and 180 days.
drop index jobs_finished;
create index jobs_done on jobs (finished_at) where state in ('done', 'canceled');
comment on index jobs_done is 'The sweep of done and canceled jobs.';
create index jobs_dead on jobs (finished_at) where state = 'dead';
comment on index jobs_dead is 'The sweep of dead jobs.';

-- Every job leaves two dead row versions within seconds. With the default (a fifth of the table) millions of them gather
-- before a vacuum; lists by index alone need its visibility map, too.
alter table jobs set (
    autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 20000,
    autovacuum_vacuum_insert_scale_factor = 0.0, autovacuum_vacuum_insert_threshold = 50000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 5000,
    autovacuum_vacuum_cost_delay = 0
);
alter table job_events set (
    autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 100000,
    autovacuum_vacuum_insert_scale_factor = 0.0, autovacuum_vacuum_insert_threshold = 200000,
    autovacuum_analyze_scale_factor = 0.02
);
