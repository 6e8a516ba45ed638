import { TRAINING_BILLERS as id } from './fixed-billers.ts';

/**
 * Accounts to train and to test with, each with its behaviour on look-up and payment. Every other
 * account number that fits its biller's digits works too, with a balance of its own.
 */
export const TRAINING_ACCOUNTS = {
  /** Owes 549.00 MXN; accepts only the whole of it; fulfilled at once. */
  owes549: { billerId: id.cfe, accountNumber: '501000000007' },
  invalid: { billerId: id.cfe, accountNumber: '501000000004' },
  unexpectedError: { billerId: id.izzi, accountNumber: '1111362009' },
  consultFails: { billerId: id.naturgy, accountNumber: '1111322016' },
  maintenance: { billerId: id.megacable, accountNumber: '1111992022' },
  /** Any amount; the payment ends in R24 after a wait. */
  timesOut: { billerId: id.telmex, accountNumber: '2424240024' },
  /** Any amount; `sent`, and can be cancelled once. */
  cancellable: { billerId: id.aguaYDrenajeMonterrey, accountNumber: '123456851236' },
  /** Any amount; cannot be cancelled. */
  notCancellable: { billerId: id.telmex, accountNumber: '7259047384' },
  noBalance: { billerId: id.totalplay, accountNumber: '1111322016' },
  /** Sells 100.00 and other round amounts. */
  topUp: { billerId: id.telcel, accountNumber: '5599999999' },
  wrongPhone: { billerId: id.telcel, accountNumber: '559999' },
  /** Needs a name; accepts any amount and cannot report the balance. */
  needsName: { billerId: id.liverpool, accountNumber: '4000123412341234' },
  /** Cannot report the balance and requires all of it: R41 below it. */
  hiddenBalance: { billerId: id.predialGuadalajara, accountNumber: '8081969' },
  cashOut: { billerId: id.bancoAzul, accountNumber: '4152313412341234' },
} as const;
