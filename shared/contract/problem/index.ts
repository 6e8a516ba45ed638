import { z } from 'zod';
import { accessProblemSchemas } from './access.ts';
import { cashProblemSchemas } from './cash.ts';
import { dailyFileAndChainProblemSchemas } from './daily-file-and-chain.ts';
import { paperProblemSchemas } from './paper.ts';
import { paymentProblemSchemas } from './payment.ts';
import { serviceProblemSchemas } from './service.ts';
import { setupProblemSchemas } from './setup.ts';
import { storageProblemSchemas } from './storage.ts';

/**
 * Every failure of a call, as a closed union: a kind and the values for its text, but never a stack,
 * a path or a secret. `shared/locales` has a text for each.
 */
export const problemSchema = z.discriminatedUnion('kind', [
  ...accessProblemSchemas,
  ...paymentProblemSchemas,
  ...cashProblemSchemas,
  ...serviceProblemSchemas,
  ...paperProblemSchemas,
  ...storageProblemSchemas,
  ...setupProblemSchemas,
  ...dailyFileAndChainProblemSchemas,
]);
export type Problem = z.infer<typeof problemSchema>;

export { type UnreachableReason, unreachableReasonSchema } from './service.ts';
export { storageReasonSchema } from './storage.ts';
