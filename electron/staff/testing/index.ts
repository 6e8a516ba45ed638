/**
 * For the tests of other folders: a cashier, written straight into the ledger without the staff's
 * checks; and hashes of PINs that cost next to nothing, all with one pepper.
 */
import { ok } from '../../../shared/contract/index.ts';
import { createPinHashing, type PinCost, type PinHashing } from '../pin.ts';

export { putCashier } from '../queries.ts';

export const QUICK_PIN_COST: PinCost = { N: 16, r: 8, p: 1 };

export const quickPins: PinHashing = createPinHashing({
  pepper: async () => ok(Buffer.alloc(32, 'pepper')),
  cost: QUICK_PIN_COST,
});
