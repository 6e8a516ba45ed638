/**
 * What the accounts of a payment's biller are, in the service's words, as it was when it was paid:
 * screen and paper call a telephone number so. Null of what was paid before this was kept.
 */
export const BILL_TYPES_SCHEMA = `
  ALTER TABLE intents ADD COLUMN bill_type TEXT;
`;
