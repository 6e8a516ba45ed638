/**
 * Looks up payments whose outcome is not known: at once, then with growing pauses, for as long as it
 * takes, and after a restart as well. One look-up at a time for each payment, and none while its
 * request is out. What an answer proves is decided in `outcome/`; a look-up that fails proves
 * nothing.
 *
 * Decision where the interface was silent: the moment from which an empty look-up is certain is judged
 * by the service's clock, from the Date of that look-up's answer. Without one it counts only after
 * this run has itself waited 17 minutes (`look-up-answer.ts`).
 */
export { createResolver, type Resolver } from './resolver.ts';
