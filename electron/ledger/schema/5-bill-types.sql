-- The service's type of the biller's accounts at the time of the payment: screen and paper use it to
-- label, for example, a telephone number. Null for payments from before it was stored.

  ALTER TABLE intents ADD COLUMN bill_type TEXT;
