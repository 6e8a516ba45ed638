import { z } from 'zod';
import { defineCall } from './define-call.ts';
import {
  anyTextSchema,
  booleanSchema,
  emptyObjectSchema,
  nullableIntegerSchema,
} from './value-schemas.ts';

/** The operations of the training service that a fault can affect. */
export const trainingOperationSchema = z.enum([
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
export type TrainingOperation = z.infer<typeof trainingOperationSchema>;

/** A fault that the training service injects; the body of `POST /training/faults` is a list of these. */
export const trainingFaultSchema = z.strictObject({
  operation: trainingOperationSchema,
  /** How many requests it affects; 0 removes the fault. */
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
      kind: z.literal('refuse-then-commit'),
      milliseconds: z.number().int().min(0).max(600_000),
    }),
    z.strictObject({
      kind: z.literal('status'),
      status: z.union([z.literal(429), z.literal(500), z.literal(503)]),
      retryAfter: nullableIntegerSchema,
    }),
    z.strictObject({ kind: z.literal('html') }),
    z.strictObject({ kind: z.literal('half-json') }),
    z.strictObject({ kind: z.literal('empty-body') }),
    z.strictObject({ kind: z.literal('filter-ignored') }),
    z.strictObject({ kind: z.literal('look-up-empty') }),
    z.strictObject({ kind: z.literal('status-left-out') }),
    z.strictObject({ kind: z.literal('external-id-left-out') }),
    z.strictObject({ kind: z.literal('unknown-status') }),
    z.strictObject({ kind: z.literal('failed-status') }),
  ]),
});
export type TrainingFault = z.infer<typeof trainingFaultSchema>;

const trainingStateSchema = z.strictObject({
  baseUrl: anyTextSchema,
  faults: z.array(trainingFaultSchema),
});

export const trainingCalls = {
  /** All return `not-offered` if the till runs no training service. */
  'training.state': defineCall('cashier', emptyObjectSchema, trainingStateSchema),
  /** Refunds the newest payment that is not refunded, as a service may do days later. */
  'training.refund': defineCall(
    'cashier',
    emptyObjectSchema,
    z.strictObject({ isDone: booleanSchema }),
  ),
  'training.setFaults': defineCall(
    'cashier',
    z.strictObject({ faults: z.array(trainingFaultSchema).max(50) }),
    trainingStateSchema,
  ),
};
