-- Failed sign-ins, and from when on the next attempt is allowed. A row counts one login name from one network, or one account on
-- a device that signed in to it before, so failures elsewhere delay nobody.
DROP TABLE sign_in_failures;
CREATE TABLE sign_in_delays (
  -- A keyed hash: what was typed as a name may be a password in the wrong field.
  key bytea PRIMARY KEY,
  failures integer NOT NULL,
  failed_at timestamptz NOT NULL,
  allowed_at timestamptz NOT NULL,
  CONSTRAINT sign_in_delays_failures_are_positive CHECK (failures > 0)
);
CREATE INDEX sign_in_delays_by_age ON sign_in_delays (failed_at);
