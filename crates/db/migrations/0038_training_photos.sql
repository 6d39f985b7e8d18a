-- Which photos the deployed version learned from: it may be another version's photos that it was tested on.

alter table deployed_model
    -- SHA-256, hexadecimal, of the photos that it learned from; null where an earlier program wrote the row
    add column training_data_hash text;

comment on column deployed_model.data_hash is
    'SHA-256, hexadecimal, of the photos that it was tested on; of those that it learned from where no test was recorded';
