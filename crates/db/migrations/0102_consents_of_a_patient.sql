-- Only consents that are not withdrawn had an index, so each list of a patient's consents read the whole table.
create index consents_patient on consents (patient_id, kind);
comment on index consents_patient is 'All consents of a patient, withdrawn ones included.';
