-- The keys that encrypt stored secrets. Each is itself encrypted with a key from MILEPOST_SECRET, so that changing one of them does not
-- change what the other encrypts, and so that servers that run can read what is encrypted under a new key.
CREATE TABLE sealing_keys (
  id bytea PRIMARY KEY,
  wrapped bytea NOT NULL,
  -- Under the secret of the next start, while it changes.
  wrapped_next bytea,
  is_current boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Nothing is encrypted with it any more; it is kept for a day for those who read a value just before.
  retired_at timestamptz
);
CREATE UNIQUE INDEX sealing_keys_have_one_current ON sealing_keys (is_current) WHERE is_current;
