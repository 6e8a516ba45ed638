CREATE INDEX payments_misdated ON chain.payments (created_at)
  WHERE state IN ('paid', 'by-hand-paid') AND kind <> 'cancel'
  AND performed_second / 86400 - (intent_day - DATE '1970-01-01') NOT BETWEEN -1 AND 2;
