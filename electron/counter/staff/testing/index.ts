/**
 * For the tests of other folders: writes a cashier directly into the ledger, without the checks of
 * the staff, and hashes PINs at minimal cost, with a fixed pepper.
 */
import { ok } from '../../../../shared/contract/index.ts';
import type { PersonSealer } from '../person-seal.ts';
import { createPinHasher, type PinCost, type PinHasher } from '../pin-hasher.ts';

export { upsertCashier } from '../cashier-queries.ts';

export const QUICK_PIN_COST: PinCost = { N: 16, r: 8, p: 1 };

export const quickPersonSealer: PersonSealer = {
  getSealKey: () => Buffer.alloc(32, 'seals'),
  areUnsealedRowsAccepted: () => false,
};

export const quickPinHasher: PinHasher = createPinHasher({
  pepper: async () => ok(Buffer.alloc(32, 'pepper')),
  cost: QUICK_PIN_COST,
});
