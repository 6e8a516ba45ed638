/**
 * Looks up payments whose outcome is not known: at once, then with growing pauses until the outcome
 * is known, and again after a restart. Each payment has one look-up at a time, and none while its
 * request is in flight. `outcome/` decides what an answer proves; a look-up that fails proves
 * nothing.
 *
 * Decision where the interface was silent: an empty look-up is certain from a moment that is judged
 * by the service's clock, in the Date of that look-up's answer. Without a Date, an empty look-up
 * counts only after this run of the program has itself waited 17 minutes (`look-up-answer.ts`).
 */
export { createResolver, type Resolver } from './resolver.ts';
