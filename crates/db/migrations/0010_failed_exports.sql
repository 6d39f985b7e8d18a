-- Who asked for their data and gets none is told so.

alter table notifications
    drop constraint notifications_kind_check,
    add constraint notifications_kind_check check (kind in ('result_ready', 'result_failed', 'export_failed'));
