import { getLockMinutes } from '../../../shared/rules/index.ts';
import { createStaff, type Staff } from '../../counter/staff/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { TillSettings } from '../../settings/index.ts';
import type { Keys } from '../../settings/keys/index.ts';
import { createIdleLock, type IdleLock } from './idle-lock.ts';
import { createLedgerPinHashing, openKeys } from './open-keys.ts';
import type { PageEvents } from './page-events.ts';
import type { ProgramPorts } from './ports.ts';

/** Opens the till's keys, its staff, whose PINs need the keys, and the idle lock. */
export function openStaff(
  ports: ProgramPorts,
  shared: {
    readonly database: Database;
    readonly clock: Clock;
    readonly audit: Audit;
    readonly tillSettings: () => TillSettings;
    readonly pageEvents: PageEvents;
    /** Somebody signed in or out, or the till was locked. */
    readonly onSession: () => void;
  },
): { readonly keys: Keys; readonly staff: Staff; readonly idleLock: IdleLock } {
  const { newId, log } = ports;
  const { database, clock, audit, tillSettings } = shared;
  const { emit, emitStatus } = shared.pageEvents;
  const { environment } = tillSettings();
  const keys = openKeys({ ...ports, clock }, environment, { database, onChange: emitStatus });
  const staff = createStaff({
    database,
    clock,
    newId,
    audit,
    log,
    pins: createLedgerPinHashing(keys, ports.pinCost(environment)),
    shouldRefuseObviousPins: environment === 'production',
    onSession: (cashier) => {
      // An idle till that was asleep while locked has not polled since, and would lock again at
      // once.
      if (cashier !== null) idleLock.recordActivity();
      shared.onSession();
      emit('till.changed', {});
    },
  });
  const idleLock = createIdleLock({
    clock,
    staff,
    minutes: () => getLockMinutes(tillSettings().lockAfterMinutes, tillSettings().environment),
    idleSeconds: ports.idleSeconds ?? (() => null),
  });
  return { keys, staff, idleLock };
}
