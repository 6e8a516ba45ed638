import {
  type CallOutput,
  type Cashier,
  type Claim,
  type ClaimDetails,
  type FollowUpDays,
  fail,
  ok,
  type Result,
  type StatusLine,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { subtractDays, toDay } from '../../../shared/dates/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { createStorageGuard, readPayment } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import {
  type ClaimRow,
  insertClaim,
  insertClaimEntry,
  listClaimEntries,
  listClosedClaims,
  listOpenClaims,
  readClaim,
  readLatestPaymentTime,
  readNewestClaimOfPayment,
  updateClaim,
} from './claim-queries.ts';
import { type ClaimSheets, createClaimSheets } from './claim-sheets.ts';
import { type ClaimTime, isClaimDue, toClaimTime } from './claim-time.ts';
import type { ClaimPorts } from './types.ts';

export interface Claims extends ClaimSheets {
  list(): Result<CallOutput<'claims.list'>>;
  get(input: ValidatedCallInput<'claims.get'>): Result<ClaimDetails>;
  ofPayment(input: ValidatedCallInput<'claims.ofPayment'>): Result<Claim | null>;
  open(input: ValidatedCallInput<'claims.open'>, by: Cashier): Result<ClaimDetails>;
  addEntry(input: ValidatedCallInput<'claims.addEntry'>, by: Cashier): Result<ClaimDetails>;
  /** `approver`: the person whose PIN allowed it; null if the role did. */
  close(
    input: Omit<ValidatedCallInput<'claims.close'>, 'approval'>,
    by: Cashier,
    approver: Cashier | null,
  ): Result<ClaimDetails>;
  /** For the status line. */
  getStatus(): StatusLine['claims'];
}

const CLOSED_LIMIT = 50;

export function createClaims(ports: ClaimPorts): Claims {
  const { database, clock, audit } = ports;
  const { catchStorageError } = createStorageGuard(ports);

  const readTime = (): ClaimTime =>
    toClaimTime({
      computerTime: ports.computerClock.now(),
      ...ports.getServiceClock(),
      latestPaymentTime: readLatestPaymentTime(database),
    });

  const toClaim = (row: ClaimRow, time: ClaimTime): Claim => {
    const { id, number, paymentId, state, openedAt, followUpOn, billerName, due } = row;
    const isDue = isClaimDue(row, time, ports.settings().timeZone);
    const account = maskAccount(row);
    return {
      id,
      number,
      paymentId,
      state,
      openedAt,
      followUpOn,
      isDue,
      billerName,
      account,
      amount: due,
    };
  };

  const toDetails = (row: ClaimRow): ClaimDetails => {
    const time = readTime();
    return {
      ...toClaim(row, time),
      entries: listClaimEntries(database, row.id),
      isTimeUncertain: time.isUncertain,
    };
  };

  const readDetails = (claimId: string): Result<ClaimDetails> => {
    const row = readClaim(database, claimId);
    return row === null ? fail({ kind: 'not-found', what: 'claim' }) : ok(toDetails(row));
  };

  /** By the latest clock, as whether it is due. */
  const toFollowUpDay = (days: FollowUpDays): string =>
    subtractDays(toDay(readTime().latest, ports.settings().timeZone), -days);

  /** Writes the state and its entry; `insertFirst` runs in the same commit. */
  const writeEntry = (
    entry: {
      readonly claimId: string;
      readonly state: ClaimRow['state'];
      readonly note: string;
      readonly followUpOn: string;
    },
    people: { readonly by: Cashier; readonly approver: Cashier | null },
    auditKind: 'claim-opened' | 'claim-noted' | 'claim-closed',
    insertFirst: () => void = () => {},
  ): Result<ClaimDetails> => {
    const { claimId, state, followUpOn } = entry;
    const note = entry.note.normalize('NFC');
    database.commit(() => {
      insertFirst();
      updateClaim(database, { id: claimId, state, followUpOn });
      insertClaimEntry(database, {
        claimId,
        at: toIsoTime(clock.now()),
        cashierId: people.by.id,
        approvedBy: people.approver?.id ?? null,
        state,
        note,
        followUpOn,
      });
      const { number = null, paymentId = null } = readClaim(database, claimId) ?? {};
      audit.recordInTransaction({
        kind: auditKind,
        by: people.by,
        approvedBy: people.approver,
        detail: {
          claim: number,
          paymentId,
          note,
          ...(auditKind === 'claim-closed' ? { state } : {}),
        },
      });
    });
    ports.onChange();
    return readDetails(claimId);
  };

  const requireOpen = (claimId: string): Result<ClaimRow> => {
    const row = readClaim(database, claimId);
    if (row === null) return fail({ kind: 'not-found', what: 'claim' });
    return row.state === 'open' ? ok(row) : fail({ kind: 'claim', reason: 'closed' });
  };

  return {
    list: () =>
      catchStorageError(() => {
        const time = readTime();
        const rows = [...listOpenClaims(database), ...listClosedClaims(database, CLOSED_LIMIT)];
        return ok({
          claims: rows.map((row) => toClaim(row, time)),
          isTimeUncertain: time.isUncertain,
        });
      }),
    get: ({ claimId }) => catchStorageError(() => readDetails(claimId)),
    ofPayment: ({ paymentId }) =>
      catchStorageError(() => {
        const row = readNewestClaimOfPayment(database, paymentId);
        return ok(row === null ? null : toClaim(row, readTime()));
      }),
    open: ({ paymentId, note, followUpInDays }, by) =>
      catchStorageError(() => {
        if (readPayment(database, paymentId) === null)
          return fail({ kind: 'not-found', what: 'payment' });
        if (readNewestClaimOfPayment(database, paymentId)?.state === 'open')
          return fail({ kind: 'claim', reason: 'open-already' });
        const id = ports.createId();
        const followUpOn = toFollowUpDay(followUpInDays);
        const openedAt = toIsoTime(clock.now());
        return writeEntry(
          { claimId: id, state: 'open', note, followUpOn },
          { by, approver: null },
          'claim-opened',
          () => insertClaim(database, { id, paymentId, state: 'open', openedAt, followUpOn }),
        );
      }),
    addEntry: ({ claimId, note, followUpInDays }, by) =>
      catchStorageError(() => {
        const claim = requireOpen(claimId);
        if (!claim.ok) return claim;
        return writeEntry(
          { claimId, state: 'open', note, followUpOn: toFollowUpDay(followUpInDays) },
          { by, approver: null },
          'claim-noted',
        );
      }),
    close: ({ claimId, state, note }, by, approver) =>
      catchStorageError(() => {
        const claim = requireOpen(claimId);
        if (!claim.ok) return claim;
        const { followUpOn } = claim.value;
        return writeEntry({ claimId, state, note, followUpOn }, { by, approver }, 'claim-closed');
      }),
    ...createClaimSheets(ports, { readTime }),
    getStatus: () => {
      const rows = listOpenClaims(database);
      if (rows.length === 0) return { open: 0, due: 0, isTimeUncertain: false };
      const time = readTime();
      const { timeZone } = ports.settings();
      return {
        open: rows.length,
        due: rows.filter((row) => isClaimDue(row, time, timeZone)).length,
        isTimeUncertain: time.isUncertain,
      };
    },
  };
}
