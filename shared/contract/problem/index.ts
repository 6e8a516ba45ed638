import { z } from 'zod';
import { drawerProblems } from './drawer.ts';
import { handInProblems } from './hand-in.ts';
import { paperProblems } from './paper.ts';
import { paymentProblems } from './payment.ts';
import { peopleProblems } from './people.ts';
import { serviceProblems } from './service.ts';
import { setupProblems } from './setup.ts';
import { storageProblems } from './storage.ts';

/**
 * Everything that can go wrong with a call, as a closed union: a kind and the values for its words,
 * but never a stack, a path or a secret. `shared/locales` has a text for each.
 */
export const problem = z.discriminatedUnion('kind', [
  ...peopleProblems,
  ...paymentProblems,
  ...drawerProblems,
  ...serviceProblems,
  ...paperProblems,
  ...storageProblems,
  ...setupProblems,
  ...handInProblems,
]);
export type Problem = z.infer<typeof problem>;

export { type UnreachableReason, unreachableReason } from './service.ts';
export { storageReason } from './storage.ts';
