-- The history is searched by the total that the receipt shows, as by the amount without the fee.

  CREATE INDEX intents_by_due ON intents (due, created_at);
