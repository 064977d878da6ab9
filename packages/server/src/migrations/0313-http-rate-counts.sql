-- Requests of busy callers, counted across all server processes. Unlogged: losing it after a crash lets a minute of requests pass.
CREATE UNLOGGED TABLE rate_counts (
  -- A hash of the caller and of what is counted.
  key bytea PRIMARY KEY,
  started_at timestamptz NOT NULL,
  requests integer NOT NULL
);
CREATE INDEX rate_counts_by_start ON rate_counts (started_at);
