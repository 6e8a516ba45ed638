import type { UpdateBlocker } from '../../../shared/contract/index.ts';

/** The facts that decide whether an update may be installed. */
export interface UpdateGateFacts {
  /** Null if the ledger is unreadable. */
  readonly ledger: {
    readonly unresolved: number;
    readonly openShifts: number;
    readonly owed: number;
    readonly papersWaiting: number;
    readonly lastBackupAt: string | null;
  } | null;
  /** A newer program wrote the ledger: only an update can open it again. */
  readonly isLedgerOfNewerProgram: boolean;
  readonly isSendingPayment: boolean;
  readonly isServingCustomer: boolean;
  /** `automatic`: shifts open automatically, so one may be open day and night. */
  readonly shifts: 'required' | 'automatic';
  /** The shop's time zone, an IANA name. */
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * A missed night is made up two minutes after the start, so an older backup indicates a problem.
 */
export const MAX_BACKUP_AGE_MS = 2 * 24 * 3_600_000;

/** Hours in the shop's time zone; `until` is exclusive. */
const NIGHT_HOURS = { from: 1, until: 5 };

/**
 * Returns the reasons why no update may be installed now; empty if it may. `--status --json`, F7
 * and the shutdown of the till all use it. Where shifts open automatically, an open shift does not
 * block an update at night. A person who starts an update at the till makes a backup right before;
 * for remote management, a backup of the last two days suffices, and the newer program copies the
 * ledger before it migrates it.
 */
export function findUpdateBlockers(facts: UpdateGateFacts): UpdateBlocker[] {
  const { ledger } = facts;
  if (ledger === null) return facts.isLedgerOfNewerProgram ? [] : ['ledger'];
  const { lastBackupAt } = ledger;
  const isBlockedByShift =
    ledger.openShifts > 0 && !(facts.shifts === 'automatic' && isNight(facts.now, facts.timeZone));
  const lastBackupMs = lastBackupAt === null ? Number.NaN : Date.parse(lastBackupAt);
  const reasons: readonly (readonly [UpdateBlocker, boolean])[] = [
    ['unresolved', ledger.unresolved > 0],
    ['sending', facts.isSendingPayment],
    ['open-shift', isBlockedByShift],
    ['customer', facts.isServingCustomer],
    ['papers', ledger.papersWaiting > 0],
    ['owed', ledger.owed > 0],
    ['no-backup', !(facts.now - lastBackupMs <= MAX_BACKUP_AGE_MS)],
  ];
  return reasons.filter(([, isBlocking]) => isBlocking).map(([name]) => name);
}

function isNight(now: number, timeZone: string): boolean {
  const hourFormat = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const hour = Number(hourFormat.format(now));
  return hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.until;
}
