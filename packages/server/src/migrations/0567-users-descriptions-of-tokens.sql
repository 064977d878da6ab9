-- What a token is for, as its creator says.
ALTER TABLE personal_access_tokens ADD COLUMN description text
  CONSTRAINT personal_access_tokens_description_is_short CHECK (char_length(description) <= 255);
