/** What tests of several folders need of a ledger: rows, plans, and one from before version 1. */
import { createCodeSealer, toDataKey } from '../../settings/keys/index.ts';

/** What brings a ledger to each version, in order. */
export { MIGRATIONS } from '../schema/index.ts';
export { makeEarlierLedger } from './earlier-ledger.ts';
export { insertIntentRow } from './intent.ts';
export { watchPlans } from './plans.ts';

/** Of one key: a ledger that another process opens reads what the first one sealed. */
const key = toDataKey(Buffer.alloc(32, 'till'));
export const testCodes = createCodeSealer(() => key);
