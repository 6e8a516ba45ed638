import type { UpdateBlocker } from '../../../shared/contract/index.ts';

/** What is asked before any update, whoever wants to install it. */
export interface UpdateGateFacts {
  /** Null if the ledger cannot be read. */
  readonly ledger: {
    readonly unresolved: number;
    readonly openShifts: number;
    readonly owed: number;
    readonly papersWaiting: number;
    readonly lastBackupAt: string | null;
  } | null;
  /** A newer program wrote the ledger: only an update opens it again. */
  readonly isOfNewerProgram: boolean;
  readonly isSending: boolean;
  readonly hasCustomer: boolean;
  /** `automatic`: they open by themselves, so that there one may be open day and night. */
  readonly shifts: 'required' | 'automatic';
  /** The shop's, an IANA name. */
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A night that was missed is made up two minutes after the start: older than that is trouble. */
export const MAX_BACKUP_AGE_MS = 2 * 24 * 3_600_000;

/** By the shop's clock: from the first hour until before the second. */
const NIGHT_HOURS = { from: 1, until: 5 };

/**
 * The one gate before any update: `--status --json`, F7 and the end of the till ask it. Empty: it may
 * be installed now. Where shifts open by themselves, an open one holds nothing up at night. Whoever
 * starts an update at the till makes a backup right before; from afar, one of the last two days
 * counts, and the newer program copies the ledger before it changes its form.
 */
export function findUpdateHindrances(facts: UpdateGateFacts): UpdateBlocker[] {
  const { ledger } = facts;
  if (ledger === null) return facts.isOfNewerProgram ? [] : ['ledger'];
  const { lastBackupAt } = ledger;
  const isShiftInTheWay =
    ledger.openShifts > 0 && !(facts.shifts === 'automatic' && isNight(facts.now, facts.timeZone));
  const backedUp = lastBackupAt === null ? Number.NaN : Date.parse(lastBackupAt);
  const reasons: readonly (readonly [UpdateBlocker, boolean])[] = [
    ['unresolved', ledger.unresolved > 0],
    ['sending', facts.isSending],
    ['open-shift', isShiftInTheWay],
    ['customer', facts.hasCustomer],
    ['papers', ledger.papersWaiting > 0],
    ['owed', ledger.owed > 0],
    ['no-backup', !(facts.now - backedUp <= MAX_BACKUP_AGE_MS)],
  ];
  return reasons.filter(([, holds]) => holds).map(([name]) => name);
}

function isNight(now: number, timeZone: string): boolean {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const at = Number(hour.format(now));
  return at >= NIGHT_HOURS.from && at < NIGHT_HOURS.until;
}
