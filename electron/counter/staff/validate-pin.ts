import {
  canApproveOverrides,
  isObviousPin,
  type Problem,
  type Role,
} from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { countPinsSetBy, listEnabledCashiers } from './cashier-queries.ts';
import type { StaffPorts } from './types.ts';

/** Each new PIN that is accepted or refused tells something about the PINs of colleagues. */
const MAX_NEW_PINS = 10;
const LIMIT_PERIOD_MS = 60 * 60_000;

/**
 * The problem if this person may not have this PIN. Only PINs of overriding roles are checked. An
 * obvious PIN and one that a colleague has get the same answer, which is recorded; `by` may set few
 * PINs in an hour, so that nobody finds a colleague's PIN by trying.
 */
export async function validatePin(
  ports: Pick<StaffPorts, 'audit' | 'clock' | 'database' | 'pins' | 'shouldRefuseObviousPins'>,
  by: { readonly id: string; readonly name: string },
  person: { readonly id: string | null; readonly name: string; readonly role: Role },
  pin: string,
): Promise<Problem | null> {
  const { audit, clock, database, pins } = ports;
  if (!canApproveOverrides(person.role)) return null;
  const since = toIsoTime(clock.now() - LIMIT_PERIOD_MS);
  if (countPinsSetBy(database, by.id, since) >= MAX_NEW_PINS) {
    return { kind: 'staff', reason: 'too-many-pins' };
  }
  const colleagues = listEnabledCashiers(database).filter(
    ({ id, role }) => id !== person.id && canApproveOverrides(role),
  );
  let isRefused = ports.shouldRefuseObviousPins && isObviousPin(pin);
  // Every PIN is compared, so that the time tells nothing either.
  for (const { pinHash } of colleagues) {
    if (await pins.matchesHash(pin, pinHash)) isRefused = true;
  }
  if (!isRefused) return null;
  const { id: cashierId, name, role } = person;
  audit.note({ kind: 'new-pin-refused', by, detail: { cashierId, name, role } });
  return { kind: 'staff', reason: 'pin-refused' };
}
