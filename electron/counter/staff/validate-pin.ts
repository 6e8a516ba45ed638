import {
  canOverride,
  isObviousPin,
  type Problem,
  type Role,
} from '../../../shared/contract/index.ts';
import { listActiveCashiers } from './cashier-queries.ts';
import type { StaffPorts } from './types.ts';

/** Why this person may not have this PIN; checked only if it overrides. */
export async function validatePin(
  {
    database,
    pins,
    refusesObviousPins,
  }: Pick<StaffPorts, 'database' | 'pins' | 'refusesObviousPins'>,
  id: string | null,
  role: Role,
  pin: string,
): Promise<Problem | null> {
  if (!canOverride(role)) return null;
  if (refusesObviousPins && isObviousPin(pin)) {
    return { kind: 'staff', reason: 'pin-obvious' };
  }
  for (const other of listActiveCashiers(database)) {
    if (other.id === id || !canOverride(other.role)) continue;
    if (await pins.matches(pin, other.pinHash)) return { kind: 'staff', reason: 'pin-taken' };
  }
  return null;
}
