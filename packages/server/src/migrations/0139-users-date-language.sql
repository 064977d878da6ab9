-- The language of month names and the order of dates; null for English. Everything else on the pages is English.
ALTER TABLE user_preferences ADD COLUMN date_language text,
  ADD CONSTRAINT user_preferences_date_language_is_a_tag CHECK (date_language ~ '^[a-z]{2,3}(-[A-Z]{2})?$');
