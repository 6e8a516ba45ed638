/**
 * For the tests of other folders: a cashier, written straight into the ledger without the staff's
 * checks; and hashes of PINs that cost next to nothing, all with one pepper.
 */
import { ok } from '../../../../shared/contract/index.ts';
import { createPinHasher, type PinCost, type PinHasher } from '../pin-hasher.ts';

export { upsertCashier } from '../cashier-queries.ts';

export const QUICK_PIN_COST: PinCost = { N: 16, r: 8, p: 1 };

export const quickPins: PinHasher = createPinHasher({
  pepper: async () => ok(Buffer.alloc(32, 'pepper')),
  cost: QUICK_PIN_COST,
});
