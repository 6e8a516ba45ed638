/** Ledger helpers for the tests of several folders: rows, query plans, a ledger before version 1, a new one. */
import { createCodeSealer, toDataKey } from '../../settings/keys/index.ts';

/** The migrations to each version, in order. */
export { MIGRATIONS } from '../schema/index.ts';
export { createEarlierLedger } from './earlier-ledger.ts';
export { insertIntentRow } from './intent-row.ts';
export { openTestLedger } from './open-test-ledger.ts';
export { recordQueryPlans } from './query-plans.ts';

/** Uses a fixed key, so that another process can open values that the first one sealed. */
const dataKey = toDataKey(Buffer.alloc(32, 'till'));
export const testCodes = createCodeSealer(() => dataKey);
