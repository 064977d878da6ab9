-- Jobs that finished: the queue itself forgets them. The newest are kept.
CREATE TABLE job_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task text NOT NULL,
  attempts integer NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT now()
);
