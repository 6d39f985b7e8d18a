-- What the hourly sweep looks for is found without reading the whole table.

-- messages that have ended
create index messages_ended on messages (expires_at);
-- social sign-ins that nobody came back for
create index social_states_ended on social_states (expires_at);
-- tickets that nobody signed up with
create index social_tickets_ended on social_tickets (expires_at);
-- verifications that nobody came back for
create index identity_verifications_ended on identity_verifications (expires_at);
