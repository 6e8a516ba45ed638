-- What a restored ledger lacks, directly. Many rows have the same key, so it is smaller than the one
-- before it, which served the filter by shop only.
CREATE INDEX payments_by_epoch ON chain.payments (till_id, ledger_id, epoch);
DROP INDEX IF EXISTS chain.payments_by_till;
-- The question about other tills finds an account as the owner's search does.
DROP INDEX IF EXISTS chain.payments_guard;
