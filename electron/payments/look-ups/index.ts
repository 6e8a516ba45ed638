/**
 * Looks up payments whose outcome is not known: at once, then with growing pauses, for as long as it
 * takes, and after a restart as well. One look-up at a time for each payment, and none while its
 * request is out. What an answer proves is decided in `outcome/`; a look-up that fails proves
 * nothing.
 */
export { createResolver, type Resolver } from './resolver.ts';
