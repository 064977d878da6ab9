-- A reset ends one address, named by its claim. Rows of earlier versions, with an empty claim, ended all of a person, and still do.
ALTER TABLE incoming_address_generations
  ADD COLUMN claim text NOT NULL DEFAULT '' CHECK (length(claim) <= 40),
  DROP CONSTRAINT incoming_address_generations_pkey,
  ADD PRIMARY KEY (user_id, claim);
