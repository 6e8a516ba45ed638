import {
  type Act,
  type Approval,
  acts,
  fail,
  hasRole,
  mayAct,
  ok,
  type Result,
  type Role,
} from '../../shared/contract/index.ts';
import type { Audit } from '../audit/index.ts';
import {
  activeCashier,
  activeCashiers,
  type Database,
  disableCashiersExcept,
  insertShift,
  openShift,
  putCashier,
  setFailures,
} from '../ledger/index.ts';
import { type Clock, isoTime, type NewId } from '../platform/index.ts';
import { hashPin, matchesPin } from './pin.ts';

export interface Cashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface NewCashier extends Cashier {
  readonly pin: string;
}

export interface Staff {
  /** Active cashiers, by name. */
  names(): Cashier[];
  /** Wrong tries cost a growing wait, which outlives a restart. */
  signIn(cashierId: string, pin: string): Promise<Result<Cashier>>;
  signOut(): void;
  /** A supervisor's PIN for a single act: nobody is signed in by it. Wrong tries cost the same wait. */
  approve(approval: Approval): Promise<Result<Cashier>>;
  /**
   * Whether this cashier may do this, by the role or by somebody else's PIN (`acts`). `approver` is
   * whose PIN allowed it; null where the role did. Nothing is written: the act's own note says it.
   */
  allow(
    act: Act,
    cashier: Cashier,
    approval: Approval | null,
  ): Promise<Result<{ readonly approver: Cashier | null }>>;
  current(): Cashier | null;
  /** Who stands at the counter, since when (ISO 8601, UTC); null while nobody has signed in. */
  session(): { readonly cashierId: string; readonly since: string } | null;
  /**
   * The shift that a payment belongs to; opens one where there is none. Called inside the commit
   * that writes the intent.
   */
  shiftInCommit(cashierId: string): string;
  /** Puts these cashiers in and disables all others: what a provisioning does. */
  replaceAll(cashiers: readonly NewCashier[]): Promise<void>;
}

/** Tries that cost nothing: fingers slip. */
const FREE_TRIES = 2;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 300;

/** Seconds to wait after that many failures in a row: 0, 0, 5, 10, 20 … 300. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0;
  return Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - FREE_TRIES - 1));
}

export function createStaff(ports: {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly audit: Audit;
  readonly onSession: (cashier: Cashier | null) => void;
}): Staff {
  const { database, clock, newId, onSession } = ports;
  let signedIn: Cashier | null = null;
  let signedInAt = '';
  // One try at a time: parallel guesses would slip past the wait.
  let turn: Promise<unknown> = Promise.resolve();

  const secondsLeft = (lockedUntil: string | null): number => {
    if (lockedUntil === null) return 0;
    const left = Math.ceil((Date.parse(lockedUntil) - clock.now()) / 1000);
    // A clock that was set back must not lock anyone out for longer than the longest wait.
    return Math.min(Math.max(0, left), LONGEST_WAIT_SECONDS);
  };

  const tryPin = async (cashierId: string, pin: string): Promise<Result<Cashier>> => {
    const row = activeCashier(database, cashierId);
    if (!row) return fail({ kind: 'not-found', what: 'cashier' });
    const wait = secondsLeft(row.lockedUntil);
    if (wait > 0) return fail({ kind: 'wait', waitSeconds: wait });
    if (!(await matchesPin(pin, row.pinHash))) {
      const failures = row.failures + 1;
      const waitSeconds = waitAfter(failures);
      const until = waitSeconds > 0 ? isoTime(clock.now() + waitSeconds * 1000) : null;
      database.commit(() => setFailures(database, cashierId, failures, until));
      return fail({ kind: 'wrong-pin', waitSeconds });
    }
    if (row.failures > 0) database.commit(() => setFailures(database, cashierId, 0, null));
    return ok({ id: row.id, name: row.name, role: row.role });
  };

  const signIn = async (cashierId: string, pin: string): Promise<Result<Cashier>> => {
    const found = await tryPin(cashierId, pin);
    if (!found.ok) return found;
    signedIn = found.value;
    signedInAt = isoTime(clock.now());
    onSession(signedIn);
    return found;
  };

  const approve = async (
    { cashierId, pin }: Approval,
    least: Role = 'supervisor',
  ): Promise<Result<Cashier>> => {
    const row = activeCashier(database, cashierId);
    if (row && !hasRole(row.role, least)) return fail({ kind: 'not-allowed', needs: least });
    return await tryPin(cashierId, pin);
  };

  const allow: Staff['allow'] = async (act, cashier, approval) => {
    const { least, by } = acts[act];
    if (by !== 'pin' && mayAct(cashier.role, act)) return ok({ approver: null });
    if (by === 'role' || approval === null) return fail({ kind: 'not-allowed', needs: least });
    const approver = await inTurn(() => approve(approval, least));
    return approver.ok ? ok({ approver: approver.value }) : approver;
  };

  const inTurn = (work: () => Promise<Result<Cashier>>): Promise<Result<Cashier>> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  return {
    names: () => activeCashiers(database).map(({ id, name, role }) => ({ id, name, role })),
    signIn: (cashierId, pin) => inTurn(() => signIn(cashierId, pin)),
    approve: (approval) => inTurn(() => approve(approval)),
    allow,
    signOut: () => {
      signedIn = null;
      onSession(null);
    },
    current: () => signedIn,
    session: () => signedIn && { cashierId: signedIn.id, since: signedInAt },
    shiftInCommit: (cashierId) => {
      const open = openShift(database);
      if (open !== null) return open;
      const id = newId();
      insertShift(database, id, cashierId, isoTime(clock.now()));
      return id;
    },
    replaceAll: async (cashiers) => {
      const hashed = await Promise.all(
        cashiers.map(async ({ id, name, role, pin }) => ({
          id,
          name,
          role,
          pinHash: await hashPin(pin),
        })),
      );
      const at = isoTime(clock.now());
      database.commit(() => {
        for (const cashier of hashed) putCashier(database, cashier, at);
        disableCashiersExcept(
          database,
          hashed.map((cashier) => cashier.id),
          at,
        );
      });
      if (signedIn && !hashed.some((cashier) => cashier.id === signedIn?.id)) {
        signedIn = null;
        onSession(null);
      }
    },
  };
}
