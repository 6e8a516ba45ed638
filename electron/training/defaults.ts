/** The credentials of a till in training; known to everybody, worth nothing. */
export const TRAINING_DEFAULTS = {
  vendor: 'mostrador',
  apiKey: 'training',
  secretKey: 'training-secret',
  seed: 1,
  currency: 'MXN',
  r24Milliseconds: 20_000,
} as const;

/** In which the shop's account is kept. Fees are written in pesos of Mexico: `feeTimes` makes them of this currency. */
export const ACCOUNT_DEFAULTS = {
  MXN: { balance: '250000.00', feeTimes: '1' },
  COP: { balance: '50000000.00', feeTimes: '200' },
} as const;
export type AccountCurrency = keyof typeof ACCOUNT_DEFAULTS;
