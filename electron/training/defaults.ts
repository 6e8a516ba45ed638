/** The credentials of a till in training. They are public and protect nothing. */
export const TRAINING_DEFAULTS = {
  vendor: 'mostrador',
  apiKey: 'training',
  secretKey: 'training-secret',
  seed: 1,
  /** As many as real catalogues have. */
  utilityCount: 5988,
  currency: 'MXN',
  r24Milliseconds: 20_000,
} as const;

/**
 * Defaults by currency of the shop's account. Billers state their fees in Mexican pesos; `feeMultiplier`
 * converts them to this currency.
 */
export const TRAINING_ACCOUNT_DEFAULTS = {
  MXN: { balance: '250000.00', feeMultiplier: '1' },
  COP: { balance: '50000000.00', feeMultiplier: '200' },
} as const;
export type AccountCurrency = keyof typeof TRAINING_ACCOUNT_DEFAULTS;
