-- One text for all writings of an account: in capitals, without signs, as a till looks for it. In a
-- step, because indexes are made of it: a change needs other indexes.
CREATE OR REPLACE FUNCTION chain.account_key(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(upper(p_text), 'áéíóúüñ -()/.,#+*:_' || chr(160), 'ÁÉÍÓÚÜÑ') $$;
CREATE INDEX payments_by_account_beginning ON chain.payments
  (chain.account_key(account_number) text_pattern_ops);
CREATE INDEX payments_by_account_end ON chain.payments
  (reverse(chain.account_key(account_number)) text_pattern_ops);
