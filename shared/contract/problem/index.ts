import { z } from 'zod';
import { accessProblems } from './access.ts';
import { cashProblems } from './cash.ts';
import { dailyFileAndChainProblems } from './daily-file-and-chain.ts';
import { paperProblems } from './paper.ts';
import { paymentProblems } from './payment.ts';
import { serviceProblems } from './service.ts';
import { setupProblems } from './setup.ts';
import { storageProblems } from './storage.ts';

/**
 * Every failure of a call, as a closed union: a kind and the values for its text, but never a stack,
 * a path or a secret. `shared/locales` has a text for each.
 */
export const problemSchema = z.discriminatedUnion('kind', [
  ...accessProblems,
  ...paymentProblems,
  ...cashProblems,
  ...serviceProblems,
  ...paperProblems,
  ...storageProblems,
  ...setupProblems,
  ...dailyFileAndChainProblems,
]);
export type Problem = z.infer<typeof problemSchema>;

export { type UnreachableReason, unreachableReasonSchema } from './service.ts';
export { storageReasonSchema } from './storage.ts';
