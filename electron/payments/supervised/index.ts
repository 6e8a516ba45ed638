/** What a supervisor's PIN allows, and handing over the money. */
export { createCancelling } from './cancelling.ts';
export { createSupervised } from './supervised.ts';
