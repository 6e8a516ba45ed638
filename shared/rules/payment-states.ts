const STATES_AFTER_SENDING = [
  'unknown',
  'unclear',
  'paid',
  'rejected',
  'not-performed',
  'by-hand-paid',
  'by-hand-not-paid',
] as const;

/** What is known of how an intent ended, as the ledger and the chain's database keep it. */
export const OUTCOME_STATES = ['intent', 'sent', ...STATES_AFTER_SENDING] as const;

/** As the till sees a payment. An intent that has no answer yet is `sending`. */
export const PAYMENT_STATES = ['sending', ...STATES_AFTER_SENDING] as const;
