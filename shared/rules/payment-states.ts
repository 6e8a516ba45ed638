const STATES_AFTER_SENDING = [
  'unknown',
  'unclear',
  'paid',
  'rejected',
  'not-performed',
  'by-hand-paid',
  'by-hand-not-paid',
] as const;

/** The states of an outcome, as stored in the ledger and in the chain's database. */
export const OUTCOME_STATES = ['intent', 'sent', ...STATES_AFTER_SENDING] as const;

/** The states of a payment in the contract. An intent without a response is `sending`. */
export const PAYMENT_STATES = ['sending', ...STATES_AFTER_SENDING] as const;

/** Whether the outcome of a payment that was sent is unknown. */
export function isOutcomeUnknown({
  state,
}: {
  readonly state: (typeof PAYMENT_STATES)[number];
}): boolean {
  return state === 'unknown' || state === 'unclear';
}
