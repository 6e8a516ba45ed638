import { fail, ok, type Payment, type StatusLine } from '../../../shared/contract/index.ts';
import type { AnswerOverride } from '../support/answer-override.ts';
import {
  type BackOfficePage,
  type Counter,
  expect,
  getText,
  openBackOfficePage,
  type Till,
} from '../support/index.ts';

/** A till that was signed in to, its page, and what main is made to say to it. */
export interface Place {
  readonly counter: Counter;
  readonly till: Till;
  readonly told: AnswerOverride;
  /** The payment that was made. */
  readonly paid: Payment;
}

export interface Desk extends Place {
  /** Opens the dialog, closes it layer by layer, and types on. */
  comesBack(name: string, open: () => Promise<void>): Promise<void>;
}

/** One dialog for each `<Dialog` and `<ApprovalDialog` of the file, in the order of its walk. */
export interface Row {
  readonly dialogs: readonly string[];
  readonly walk: (desk: Desk) => Promise<void>;
}

export const es = (key: Parameters<typeof getText>[1]): string => getText('es-MX', key);
export const AT = '2026-03-14T16:00:00Z';
export const FINGERPRINT = `SHA256:${'a'.repeat(43)}`;
export const NEEDS_PIN = fail({ kind: 'not-allowed', needs: 'supervisor' });

export async function press(desk: Place, ...keys: readonly string[]): Promise<void> {
  await desk.counter.press(...keys);
}

/** The page believes that somebody of this role is signed in. */
export async function be(desk: Place, role: 'cashier' | 'supervisor' | 'owner'): Promise<void> {
  desk.told.override('till.state', (real) =>
    real.ok && real.value.session.cashier !== null
      ? ok({ ...real.value, session: { cashier: { ...real.value.session.cashier, role } } })
      : real,
  );
  desk.told.triggerRefetch();
  await expect
    .poll(async () => (await desk.till.callTill('till.state', {})).session.cashier?.role)
    .toBe(role);
}

/** From now on the till is as this says. */
export function become(desk: Place, changes: Partial<StatusLine>): void {
  desk.told.override('till.status', (real) => (real.ok ? ok({ ...real.value, ...changes }) : real));
  desk.told.triggerRefetch();
}

export const dialog = (desk: Place) => desk.counter.page.getByRole('dialog');

/** A light of the status line, pressed from the home screen. */
export async function light(
  desk: Desk,
  name: string,
  changes: Partial<StatusLine> = {},
): Promise<void> {
  become(desk, changes);
  await desk.comesBack(name, async () => {
    const button = desk.counter.page.getByRole('banner').getByRole('button', { name });
    await button.click();
  });
}

/** A room behind the counter, by its name, with its list or its heading in focus. */
export async function enter(desk: Place, room: BackOfficePage, corner?: string): Promise<void> {
  await press(desk, 'F2');
  await openBackOfficePage(desk.counter, 'es-MX', room);
  if (corner === undefined) return;
  await desk.counter.page.getByRole('option', { name: corner }).first().press('Enter');
}

/** What `payments.get` says of the one payment from now on. */
export function payment(desk: Place, changes: Partial<Payment>): void {
  desk.told.override('payments.get', () => ok({ ...desk.paid, ...changes }));
}

export async function inHistory(desk: Place, changes: Partial<Payment>): Promise<void> {
  payment(desk, changes);
  await press(desk, 'F2', 'F8');
  const row = desk.counter.page.getByRole('listbox').getByRole('option').first();
  await row.waitFor();
  await row.press('Enter');
  await desk.counter.expectText(es('history.event.intent'));
}

export async function unresolved(desk: Place, changes: Partial<Payment>): Promise<void> {
  payment(desk, changes);
  desk.told.override('payments.unresolved', () => ok([{ ...desk.paid, ...changes }]));
  await press(desk, 'F2', 'F9');
  const row = desk.counter.page.getByRole('listbox').getByRole('option').first();
  await row.waitFor();
  await row.press('Enter');
  await desk.counter.expectText(desk.paid.externalId);
}

/** A key that the screen offers. */
export async function key(desk: Place, name: string): Promise<void> {
  await desk.counter.page.locator(`[aria-keyshortcuts="${name}" i]:visible`).first().waitFor();
  await press(desk, name);
}

/** The screen of one day, as if it were in this state. */
export async function day(desk: Place, state: 'missing' | 'in-doubt' | 'handed-in'): Promise<void> {
  desk.told.override('reconciliation.day', (real) =>
    real.ok ? ok({ ...real.value, day: { ...real.value.day, state, unknownHere: 1 } }) : real,
  );
  await enter(desk, 'daily-file');
  await desk.counter.expectQuestion(es('dailyFile.title'));
  await desk.counter.page.getByRole('listbox').getByRole('option').first().press('Enter');
  await desk.counter.page.locator('[aria-keyshortcuts="Control+O" i]:visible').first().waitFor();
}

/** From the list of days: the server's host and key. */
export function server(desk: Place): void {
  desk.told.override('reconciliation.state', (real) =>
    real.ok
      ? ok({
          ...real.value,
          server: { host: 'sftp.example', port: 22, user: 'lupita', folder: '' },
          uploads: true,
          hasDrp: true,
          hostKeys: {
            confirmed: null,
            seen: { fingerprint: FINGERPRINT, keyType: 'ssh-ed25519', at: AT },
          },
        })
      : real,
  );
}

/** An owner's till that looks into its chain. */
export function seeChain(desk: Place): void {
  desk.told.override('till.state', (real) =>
    real.ok ? ok({ ...real.value, hasChain: true }) : real,
  );
  desk.told.triggerRefetch();
  const till = { tillId: 'till-1', shop: 'Norte', posNumber: '01' };
  desk.told.override('chain.access', () =>
    ok({ hosts: ['db.example'], database: 'chain', shop: null, user: 'chain_office' }),
  );
  desk.told.override('chain.overview', () =>
    ok({
      readAt: AT,
      tills: 1,
      troubled: 0,
      unresolved: 1,
      differences: 0,
      refusedRows: 0,
      shiftDifferences: 0,
    }),
  );
  desk.told.override('chain.unresolved', () =>
    ok({
      payments: [
        {
          id: 'payment-1',
          till,
          kind: 'bill',
          state: 'open',
          createdAt: AT,
          billerId: 40,
          billerName: 'CFE',
          account: '501000000007',
          amount: desk.paid.amount,
          due: null,
          externalId: desk.paid.externalId,
          authorization: null,
          cashierName: 'Ana',
          code: null,
        },
      ],
      next: null,
    }),
  );
  desk.told.override('chain.shifts', () =>
    ok({
      shifts: [
        {
          id: 'shift-1',
          till,
          openedAt: AT,
          openedBy: 'Ana',
          closedAt: null,
          closedBy: null,
          money: [],
          zNumber: null,
        },
      ],
      next: null,
    }),
  );
}

export const A_CUSTOMER = {
  id: 'maria',
  billerId: 40,
  billerName: 'CFE',
  kind: 'bill',
  account: '501000000007',
  name: 'María Pérez',
  phone: null,
  isMasked: false,
  usedAt: AT,
} as const;

export const REFUND = {
  serviceStatus: 'refunded',
  foundAt: AT,
  owedTo: 'customer',
  isHandedOver: false,
  settled: null,
} as const;

export async function inShift(desk: Place, what: string): Promise<void> {
  await enter(desk, 'shift');
  await desk.counter.page.getByRole('option', { name: what }).first().press('Enter');
}

/** Counts nothing in every field but the last, which has the sum. */
export async function count(desk: Place, sum: string): Promise<void> {
  const fields = desk.counter.page.locator('main input');
  await desk.counter.expectText(es('shift.total'));
  await fields.last().fill(sum);
  await fields.last().focus();
}

/** Each dialog is looked at while it is open. */
export async function expectFocusBack(
  { counter, look }: { readonly counter: Counter; readonly look: (name: string) => Promise<void> },
  name: string,
  open: () => Promise<void>,
): Promise<void> {
  const { page } = counter;
  const dialogs = page.getByRole('dialog');
  await expect(page.locator('main :focus, main:focus').first(), name).toBeVisible();
  const before = await page.evaluateHandle(() => document.activeElement);
  await open();
  await expect(dialogs.first(), name).toBeVisible();
  await look(name);
  await expect(async () => {
    // A PIN lies over what it is for.
    if ((await dialogs.count()) > 0) await counter.press('Escape');
    await expect(dialogs).toHaveCount(0, { timeout: 1_000 });
  }, name).toPass();
  const isBack = (): Promise<boolean> =>
    before.evaluate((element) => element === document.activeElement);
  await expect.poll(isBack, name).toBe(true);
  // And so does a letter, where there is a field to take it.
  const field = page.locator('main input:is([type=text], [type=password]):focus');
  if ((await page.locator('main input[type=text]:visible').count()) === 0) return;
  await counter.press('7');
  await expect(field, name).toHaveValue(/7$/);
  await counter.press('Backspace');
}
