-- Finds the account of a failed sign-in.
CREATE INDEX identities_by_name ON identities (provider, lower(shown_as));
