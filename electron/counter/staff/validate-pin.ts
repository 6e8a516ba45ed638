import {
  canOverride,
  isObviousPin,
  type Problem,
  type Role,
} from '../../../shared/contract/index.ts';
import { listEnabledCashiers } from './cashier-queries.ts';
import type { StaffPorts } from './types.ts';

/** The problem if this person may not have this PIN. Only PINs of overriding roles are checked. */
export async function validatePin(
  {
    database,
    pins,
    shouldRefuseObviousPins,
  }: Pick<StaffPorts, 'database' | 'pins' | 'shouldRefuseObviousPins'>,
  id: string | null,
  role: Role,
  pin: string,
): Promise<Problem | null> {
  if (!canOverride(role)) return null;
  if (shouldRefuseObviousPins && isObviousPin(pin)) {
    return { kind: 'staff', reason: 'pin-obvious' };
  }
  for (const colleague of listEnabledCashiers(database)) {
    if (colleague.id === id || !canOverride(colleague.role)) continue;
    if (await pins.matches(pin, colleague.pinHash)) return { kind: 'staff', reason: 'pin-taken' };
  }
  return null;
}
