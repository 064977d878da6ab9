-- A former username stays reserved for its person, so that old links and mentions never lead to somebody else.
ALTER TABLE taken_names DROP CONSTRAINT taken_names_user_id_key,
  ADD COLUMN is_former boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT taken_names_former_is_of_user CHECK (NOT is_former OR user_id IS NOT NULL);
CREATE UNIQUE INDEX taken_names_present_of_user ON taken_names (user_id) WHERE NOT is_former;
CREATE INDEX taken_names_by_user ON taken_names (user_id) WHERE user_id IS NOT NULL;

CREATE OR REPLACE FUNCTION take_name_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE taken_names SET is_former = true WHERE user_id = NEW.id AND NOT is_former;
  INSERT INTO taken_names (name, user_id) VALUES (lower(NEW.username), NEW.id)
  ON CONFLICT (name) DO UPDATE SET is_former = false WHERE taken_names.user_id = NEW.id;
  IF NOT FOUND THEN
    RAISE unique_violation USING MESSAGE = 'the username is taken', CONSTRAINT = 'taken_names_pkey';
  END IF;
  RETURN NULL;
END
$$;

-- How pages are shown to a person. Null: as the server's settings or the browser say.
CREATE TABLE user_preferences (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  time_zone text,
  first_weekday smallint,
  has_shortcuts boolean NOT NULL DEFAULT true,
  CONSTRAINT user_preferences_first_weekday_is_known CHECK (first_weekday IN (0, 1, 6))
);
