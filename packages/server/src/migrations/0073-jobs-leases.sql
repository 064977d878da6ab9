ALTER TABLE turns RENAME TO leases;
ALTER INDEX turns_pkey RENAME TO leases_pkey;
