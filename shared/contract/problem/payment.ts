import { z } from 'zod';
import { ACCOUNT_PROBLEM_REASONS } from '../../rules/index.ts';
import {
  anyTextSchema,
  billerKindSchema,
  identifierSchema,
  instantSchema,
  moneySchema,
  nullableTextSchema,
} from '../value-schemas.ts';

/** Problems of a payment's biller, account number, amount and state; and objects that are missing. */
export const paymentProblemSchemas = [
  z.strictObject({
    kind: z.literal('not-found'),
    what: z.enum([
      'biller',
      'payment',
      'order',
      'cashier',
      'print-job',
      'bill',
      'basket',
      'customer',
      'claim',
    ]),
  }),
  z.strictObject({
    kind: z.literal('not-offered'),
    what: z.enum([
      'top-up-check',
      'cancel',
      'linked-bills',
      'drp',
      'balance',
      'extra-data',
      'cash-out',
      'training',
    ]),
  }),
  /** The payment has an open claim already, or the claim is closed. */
  z.strictObject({ kind: z.literal('claim'), reason: z.enum(['open-already', 'closed']) }),
  /** Bills do not teach where the account stands in their bar codes. `billNumber` counts from 1. */
  z.strictObject({
    kind: z.literal('bill-layout'),
    reason: z.enum([
      'not-a-bill',
      'other-collector',
      'not-in-code',
      'different-places',
      'ambiguous',
      'contradicts-shipped',
    ]),
    billNumber: z.number().int(),
  }),
  z.strictObject({
    kind: z.literal('account-number'),
    reason: z.enum(ACCOUNT_PROBLEM_REASONS),
    /** What the biller accepts, as its digits or its mask: `7..15`, `999-999`. */
    expected: nullableTextSchema,
  }),
  z.strictObject({
    kind: z.literal('amount'),
    reason: z.enum([
      'below-minimum',
      'too-many-decimals',
      'not-positive',
      'above-limit',
      'not-the-balance',
      'below-the-balance',
      'not-offered',
      'balance-first',
      'cash-too-little',
      'wrong-currency',
      'no-rate',
    ]),
    limit: moneySchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('biller-unusable'),
    reason: z.enum(['gone', 'no-currency', 'wrong-kind']),
    billerKind: billerKindSchema.nullable(),
  }),
  /** The same biller and account have a payment with an unknown outcome. */
  z.strictObject({ kind: z.literal('held'), paymentId: identifierSchema }),
  /** The state of the payment does not allow the action; `until`: when it will. */
  z.strictObject({
    kind: z.literal('payment-state'),
    state: anyTextSchema,
    until: instantSchema.nullable(),
  }),
  /**
   * The till was locked, or a person signed in or out, before the payment could be sent. Nothing was
   * recorded or sent.
   */
  z.strictObject({ kind: z.literal('session-changed') }),
  /** The payment has the maximum number of notes. */
  z.strictObject({ kind: z.literal('history'), reason: z.enum(['too-many-notes']) }),
] as const;
