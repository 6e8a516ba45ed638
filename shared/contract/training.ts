import { z } from 'zod';
import { call } from './define.ts';
import { nothing } from './values.ts';

/** The operations of the service that a fault can meet. */
export const trainingOperation = z.enum([
  'any',
  'account',
  'billers',
  'rates',
  'consult',
  'check',
  'pay',
  'cash-out',
  'cancel',
  'transactions',
  'bills',
]);
export type TrainingOperation = z.infer<typeof trainingOperation>;

/**
 * How the training service is told to misbehave; the body of `POST /training/faults` is a list of
 * these.
 */
export const trainingFault = z.strictObject({
  operation: trainingOperation,
  /** How many requests it meets; 0 takes the fault back. */
  times: z.number().int().min(0).max(100_000),
  fault: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('answer-late'),
      milliseconds: z.number().int().min(0).max(600_000),
    }),
    z.strictObject({ kind: z.literal('commit-and-cut') }),
    z.strictObject({ kind: z.literal('cut-before-commit') }),
    z.strictObject({
      kind: z.literal('commit-late'),
      milliseconds: z.number().int().min(0).max(600_000),
    }),
    z.strictObject({
      kind: z.literal('status'),
      status: z.union([z.literal(429), z.literal(500), z.literal(503)]),
      retryAfter: z.number().int().nullable(),
    }),
    z.strictObject({ kind: z.literal('html') }),
    z.strictObject({ kind: z.literal('half-json') }),
    z.strictObject({ kind: z.literal('empty-body') }),
    z.strictObject({ kind: z.literal('filter-ignored') }),
    z.strictObject({ kind: z.literal('look-up-empty') }),
  ]),
});
export type TrainingFault = z.infer<typeof trainingFault>;

const trainingState = z.strictObject({
  baseUrl: z.string(),
  faults: z.array(trainingFault),
});

export const trainingCalls = {
  /** Both answer `not-offered` where the till runs no training service of its own. */
  'training.state': call('cashier', nothing, trainingState),
  'training.setFaults': call(
    'cashier',
    z.strictObject({ faults: z.array(trainingFault).max(50) }),
    trainingState,
  ),
};
