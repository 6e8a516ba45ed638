import {
  type ClaimDetails,
  fail,
  ok,
  type Payment,
  type StatusLine,
} from '../../../shared/contract/index.ts';
import type { AnswerOverride } from '../support/answer-override.ts';
import {
  type BackOfficePage,
  expect,
  getTextBeforePlaceholder,
  type KeyboardCashier,
  openBackOfficePage,
  type Till,
} from '../support/index.ts';

/** A till with a signed-in cashier, its page, and the overridden answers of main. */
export interface ScreenContext {
  readonly counter: KeyboardCashier;
  readonly till: Till;
  readonly answers: AnswerOverride;
  /** The payment that was made before. */
  readonly payment: Payment;
}

export interface DialogContext extends ScreenContext {
  /**
   * Opens the dialog, closes it layer by layer, and expects the focus and the next key at their old
   * place.
   */
  checkDialog(name: string, open: () => Promise<void>): Promise<void>;
}

/**
 * The dialogs of one file: one name for each `<Dialog` and `<ApprovalDialog`, in the order of the
 * walk.
 */
export interface DialogRow {
  readonly dialogs: readonly string[];
  readonly walk: (context: DialogContext) => Promise<void>;
}

export const getPageText = (key: Parameters<typeof getTextBeforePlaceholder>[1]): string =>
  getTextBeforePlaceholder('es-MX', key);
/** An open claim that is due. */
export const CLAIM: ClaimDetails = {
  id: 'claim-1',
  number: 1,
  paymentId: 'payment-1',
  state: 'open',
  openedAt: '2026-03-10T16:00:00Z',
  followUpOn: '2026-03-14',
  isDue: true,
  billerName: 'CFE - Comisión Federal de Electricidad',
  account: '**** 0007',
  amount: { amount: '549.00', currency: 'MXN' },
  entries: [
    {
      at: '2026-03-10T16:00:00Z',
      by: 'Ana',
      approvedBy: null,
      state: 'open',
      note: 'El recibo sigue sin aparecer en CFE',
      followUpOn: '2026-03-14',
    },
  ],
  isTimeUncertain: false,
};
export const TIMESTAMP = '2026-03-14T16:00:00Z';
export const FINGERPRINT = `SHA256:${'a'.repeat(43)}`;
export const NEEDS_PIN = fail({ kind: 'not-allowed', needs: 'supervisor' });

export async function press(context: ScreenContext, ...keys: readonly string[]): Promise<void> {
  await context.counter.press(...keys);
}

/** Shows the page a signed-in cashier with this role. */
export async function overrideRole(
  context: ScreenContext,
  role: 'cashier' | 'supervisor' | 'owner',
): Promise<void> {
  context.answers.override('till.state', (real) =>
    real.ok && real.value.session.cashier !== null
      ? ok({ ...real.value, session: { cashier: { ...real.value.session.cashier, role } } })
      : real,
  );
  context.answers.triggerRefetch();
  await expect
    .poll(async () => (await context.till.callTill('till.state', {})).session.cashier?.role)
    .toBe(role);
}

/** Overrides the till's status with these changes. */
export function overrideStatus(context: ScreenContext, changes: Partial<StatusLine>): void {
  context.answers.override('till.status', (real) =>
    real.ok ? ok({ ...real.value, ...changes }) : real,
  );
  context.answers.triggerRefetch();
}

export const getDialog = (context: ScreenContext) => context.counter.page.getByRole('dialog');

/** Opens the dialog of a status indicator from the home screen. */
export async function checkIndicator(
  context: DialogContext,
  name: string,
  changes: Partial<StatusLine> = {},
): Promise<void> {
  overrideStatus(context, changes);
  await context.checkDialog(name, async () => {
    const button = context.counter.page.getByRole('banner').getByRole('button', { name });
    await button.click();
  });
}

/** Opens a back-office page, and one option of its list if it is given. */
export async function openPage(
  context: ScreenContext,
  backOfficePage: BackOfficePage,
  optionName?: string,
): Promise<void> {
  await press(context, 'F2');
  await openBackOfficePage(context.counter, 'es-MX', backOfficePage);
  if (optionName === undefined) return;
  await context.counter.page.getByRole('option', { name: optionName }).first().press('Enter');
}

/** Overrides the payment that `payments.get` returns. */
export function overridePayment(context: ScreenContext, changes: Partial<Payment>): void {
  context.answers.override('payments.get', () => ok({ ...context.payment, ...changes }));
}

export async function openInHistory(
  context: ScreenContext,
  changes: Partial<Payment>,
): Promise<void> {
  overridePayment(context, changes);
  await press(context, 'F2', 'F8');
  const row = context.counter.page.getByRole('listbox').getByRole('option').first();
  await row.waitFor();
  await row.press('Enter');
  await context.counter.expectText(getPageText('history.event.intent'));
}

export async function openInUnresolvedList(
  context: ScreenContext,
  changes: Partial<Payment>,
): Promise<void> {
  overridePayment(context, changes);
  context.answers.override('payments.unresolved', () => ok([{ ...context.payment, ...changes }]));
  await press(context, 'F2', 'F9');
  const row = context.counter.page.getByRole('listbox').getByRole('option').first();
  await row.waitFor();
  await row.press('Enter');
  await context.counter.expectText(context.payment.externalId);
}

/** Presses a key once the screen offers it. */
export async function pressOfferedKey(context: ScreenContext, name: string): Promise<void> {
  await context.counter.page.locator(`[aria-keyshortcuts="${name}" i]:visible`).first().waitFor();
  await press(context, name);
}

/** Opens the screen of one day in this state. */
export async function openDay(
  context: ScreenContext,
  state: 'missing' | 'in-doubt' | 'handed-in',
): Promise<void> {
  context.answers.override('reconciliation.day', (real) =>
    real.ok ? ok({ ...real.value, day: { ...real.value.day, state, unknownHere: 1 } }) : real,
  );
  await openPage(context, 'daily-file');
  await context.counter.expectQuestion(getPageText('dailyFile.title'));
  await context.counter.page.getByRole('listbox').getByRole('option').first().press('Enter');
  await context.counter.page.locator('[aria-keyshortcuts="Control+O" i]:visible').first().waitFor();
}

/** Overrides the upload server with a host and a new host key. */
export function overrideUploadServer(context: ScreenContext): void {
  context.answers.override('reconciliation.state', (real) =>
    real.ok
      ? ok({
          ...real.value,
          server: { host: 'sftp.example', port: 22, user: 'lupita', folder: '' },
          uploads: true,
          hasDrp: true,
          hostKeys: {
            confirmed: null,
            seen: { fingerprint: FINGERPRINT, keyType: 'ssh-ed25519', at: TIMESTAMP },
          },
        })
      : real,
  );
}

/** Overrides the answers of a chain for an owner's till. */
export function overrideChain(context: ScreenContext): void {
  context.answers.override('till.state', (real) =>
    real.ok ? ok({ ...real.value, hasChain: true }) : real,
  );
  context.answers.triggerRefetch();
  const till = { tillId: 'till-1', shop: 'Norte', posNumber: '01' };
  context.answers.override('chain.access', () =>
    ok({ hosts: ['db.example'], database: 'chain', shop: null, user: 'chain_office' }),
  );
  context.answers.override('chain.overview', () =>
    ok({
      readAt: TIMESTAMP,
      tills: 1,
      tillsWithProblems: 0,
      unresolved: 1,
      differences: 0,
      refusedRows: 0,
      shiftDifferences: 0,
      backupAt: null,
    }),
  );
  context.answers.override('chain.unresolved', () =>
    ok({
      payments: [
        {
          id: 'payment-1',
          till,
          kind: 'bill',
          state: 'open',
          createdAt: TIMESTAMP,
          billerId: 40,
          billerName: 'CFE',
          account: '501000000007',
          amount: context.payment.amount,
          due: context.payment.amount,
          externalId: context.payment.externalId,
          authorization: null,
          cashierName: 'Ana',
          code: null,
          refund: null,
          cancelledBy: null,
        },
      ],
      next: null,
    }),
  );
  context.answers.override('chain.shifts', () =>
    ok({
      shifts: [
        {
          id: 'shift-1',
          till,
          openedAt: TIMESTAMP,
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

export const CUSTOMER = {
  id: 'maria',
  billerId: 40,
  billerName: 'CFE',
  kind: 'bill',
  account: '501000000007',
  name: 'María Pérez',
  phone: null,
  isMasked: false,
  usedAt: TIMESTAMP,
} as const;

export const REFUND = {
  serviceStatus: 'refunded',
  foundAt: TIMESTAMP,
  owedTo: 'customer',
  isHandedOver: false,
  settled: null,
} as const;

export async function openShiftOption(context: ScreenContext, optionName: string): Promise<void> {
  await openPage(context, 'shift');
  await context.counter.page.getByRole('option', { name: optionName }).first().press('Enter');
}

/** Leaves every field empty except the last one, which gets the sum. */
export async function enterCount(context: ScreenContext, sum: string): Promise<void> {
  const fields = context.counter.page.locator('main input');
  await context.counter.expectText(getPageText('shift.total'));
  await fields.last().fill(sum);
  await fields.last().focus();
}

/** Checks the open dialog, closes it, and expects the focus where it was. */
export async function expectFocusBack(
  {
    counter,
    checkScreen,
  }: { readonly counter: KeyboardCashier; readonly checkScreen: (name: string) => Promise<void> },
  name: string,
  open: () => Promise<void>,
): Promise<void> {
  const { page } = counter;
  const dialogs = page.getByRole('dialog');
  await expect(page.locator('main :focus, main:focus').first(), name).toBeVisible();
  const initialFocus = await page.evaluateHandle(() => document.activeElement);
  await open();
  await expect(dialogs.first(), name).toBeVisible();
  await checkScreen(name);
  await expect(async () => {
    // A PIN dialog covers the dialog that needs it.
    if ((await dialogs.count()) > 0) await counter.press('Escape');
    await expect(dialogs).toHaveCount(0, { timeout: 1_000 });
  }, name).toPass();
  const isFocusBack = (): Promise<boolean> =>
    initialFocus.evaluate((element) => element === document.activeElement);
  await expect.poll(isFocusBack, name).toBe(true);
  // A typed character goes to the focused field, if there is one.
  const field = page.locator('main input:is([type=text], [type=password]):focus');
  if ((await page.locator('main input[type=text]:visible').count()) === 0) return;
  await counter.press('7');
  await expect(field, name).toHaveValue(/7$/);
  await counter.press('Backspace');
}
