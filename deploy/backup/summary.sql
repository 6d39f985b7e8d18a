-- One line per table: its name, its number of rows and a digest that does not depend on their order; and one per hash
-- chain: its number of rows and how many of them break the chain.
set timezone = 'UTC';
set extra_float_digits = 1;
select concat_ws('|', 'table', tablename, (xpath('/table/row/n/text()', found))[1], (xpath('/table/row/d/text()', found))[1])
from (
    select tablename, query_to_xml(format(
        'select count(*) as n, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as d from public.%I t', tablename),
        false, false, '') as found
    from pg_tables where schemaname = 'public'
) tables order by tablename;
select concat_ws('|', 'chain', 'access_log', tenant_id, count(*), count(*) filter (where hash <> own or before <> previous_hash))
from (
    select tenant_id, hash, access_log_hash(a) as own, previous_hash,
        lag(hash, 1, previous_hash) over (partition by tenant_id order by seq) as before
    from access_log a
) rows group by tenant_id order by tenant_id;
select concat_ws('|', 'chain', 'operator_actions', count(*), count(*) filter (where hash <> own or before <> previous_hash))
from (
    select hash, operator_actions_hash(a) as own, previous_hash,
        lag(hash, 1, previous_hash) over (order by seq) as before
    from operator_actions a
) rows;
