import type { Locator } from '@playwright/test';
import type { Payment } from '../../shared/contract/index.ts';
import { sampleCases } from '../support/sampling.ts';
import { expect, type KeyboardCashier, OWNER, type Till, test } from './support/index.ts';
import { createTouchUser } from './support/touch-user.ts';

/**
 * Every way to leave the screen of a payment while the customer is owed something: nothing is
 * forgotten, nothing is printed and no drawer opens before a cashier confirms what was given.
 */

const MINUTE_MS = 60_000;
const BETO = { name: 'Beto', pin: '2222' } as const;

async function getNewest(till: Till): Promise<Payment> {
  const [payment] = await till.callTill('payments.recent', { limit: 1 });
  if (payment === undefined) throw new Error('nothing was paid');
  return payment;
}

async function countPapers(till: Till): Promise<number> {
  return (await till.callTill('printing.recent', { limit: 20 })).length;
}

/** Pays 120 with 200, so that the answer is lost and the look-ups find nothing for now. */
async function payWithUnknownOutcome(
  counter: KeyboardCashier,
  till: Till,
  account: string,
): Promise<void> {
  await till.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
    { operation: 'transactions', times: 500, fault: { kind: 'look-up-empty' } },
  ]);
  await counter.find('agua y drenaje', /Agua y Drenaje/);
  await counter.goToConfirm({ account, amount: '120', cash: '200' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.unknown.title'));
}

/** Lets the outcome arrive, wherever the cashier is. */
async function resolveOutcome(till: Till): Promise<void> {
  await till.setFaults([]);
  const { id: paymentId } = await getNewest(till);
  await expect(async () => {
    await till.callTill('payments.lookUpNow', { paymentId });
    expect((await getNewest(till)).state).toBe('paid');
  }).toPass();
}

async function signInAs(
  counter: KeyboardCashier,
  { name, pin }: { readonly name: string; readonly pin: string },
): Promise<void> {
  await counter.page.getByRole('option', { name }).waitFor();
  await counter.page.getByRole('option').first().focus();
  await counter.type(name.slice(0, 2));
  await counter.press('Enter');
  await counter.page.locator('input[type=password]').waitFor();
  await counter.type(pin);
  await counter.press('Enter');
  await counter.page.locator('input[type=password]').waitFor({ state: 'detached' });
}

async function pressUntilHome(counter: KeyboardCashier, key: string): Promise<void> {
  await expect(async () => {
    await counter.press(key);
    await expect(counter.page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Checks that the outcome is announced and printed only after its confirmation. */
async function confirmByKey(
  counter: KeyboardCashier,
  till: Till,
  papersBefore: number,
): Promise<void> {
  await counter.expectText(counter.getText('toConfirm.payment.paid'));
  await counter.expectText(/Dé \$80\.00 de cambio\./);
  expect(await countPapers(till)).toBe(papersBefore);
  expect((await getNewest(till)).toConfirm).toBe('paid');
  await counter.press('Control+b');
  await counter.page.getByRole('dialog').waitFor();
  await counter.press('F11');
  await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(async () => {
    expect(await countPapers(till)).toBe(papersBefore + 1);
    expect((await getNewest(till)).toConfirm).toBe('none');
    expect((await till.callTill('till.status', {})).unresolved).toBe(0);
  }).toPass();
  await expect(counter.page.getByText(counter.getText('toConfirm.payment.paid'))).toHaveCount(0);
}

/** Resolves once another screen than the payment's is open. */
async function expectLeft({
  page,
  getText,
}: Pick<KeyboardCashier, 'page' | 'getText'>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(
    getText('pay.unknown.title'),
    { timeout: 1_000 },
  );
}

/** The keys of the bar that open another screen. F10 locks the till. */
async function listBarKeys({ page }: Pick<KeyboardCashier, 'page'>): Promise<readonly string[]> {
  const keys = await page
    .locator('nav [data-key]')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-key') ?? ''));
  const screenKeys = keys.filter((key) => /^F\d+$/.test(key) && key !== 'F10');
  expect(screenKeys.length).toBeGreaterThanOrEqual(6);
  return screenKeys;
}

test('forgets no change, whatever key leaves the payment, and whoever is served or signs in', async ({
  counter,
  till,
}) => {
  test.slow();
  await counter.signIn(OWNER.name, OWNER.pin);
  const keys = sampleCases(
    'keys that leave a payment',
    ['Escape', ...(await listBarKeys(counter))],
    4,
  );
  for (const [index, key] of keys.entries()) {
    await test.step(key, async () => {
      await counter.goHome();
      const papersBefore = await countPapers(till);
      await payWithUnknownOutcome(counter, till, `1234568510${index}0`);
      // A new result ignores keys for a moment.
      await expect(async () => {
        await counter.press(key);
        await expectLeft(counter);
      }).toPass();
      await resolveOutcome(till);
      await confirmByKey(counter, till, papersBefore);
    });
  }

  await test.step('while the next customer is served', async () => {
    await counter.goHome();
    const papersBefore = await countPapers(till);
    await payWithUnknownOutcome(counter, till, '123456851001');
    await pressUntilHome(counter, 'Escape');
    await counter.page.getByRole('combobox').fill('cfe');
    await resolveOutcome(till);
    await counter.expectText(counter.getText('toConfirm.payment.paid'));
    await expect(counter.page.getByRole('combobox')).toBeFocused();
    await expect(counter.page.getByRole('combobox')).toHaveValue('cfe');
    await confirmByKey(counter, till, papersBefore);
  });

  await test.step('after a lock, with another cashier', async () => {
    const papersBefore = await countPapers(till);
    await payWithUnknownOutcome(counter, till, '123456851002');
    await counter.press('F10');
    await signInAs(counter, BETO);
    await counter.expectQuestion(/¿Sigue con el cliente de Ana\?/);
    await counter.press('ArrowDown', 'Enter');
    await counter.page.getByRole('combobox').waitFor();
    await resolveOutcome(till);
    await confirmByKey(counter, till, papersBefore);
  });
});

test('announces the change in the shift of the cashier who takes the drawer over', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await payWithUnknownOutcome(counter, till, '123456851003');
  await pressUntilHome(counter, 'Escape');
  await resolveOutcome(till);
  const { shift } = await till.callTill('cash.state', {});
  const shiftId = shift?.id ?? '';
  const { countId } = await till.callTill('cash.count', {
    shiftId,
    counts: [{ currency: 'MXN', pieces: [], other: '200.00' }],
    approval: null,
  });
  const names = await till.callTill('staff.names', {});
  const beto = names.find(({ name }) => name === BETO.name);
  const { printableReport } = await till.callTill('cash.handOver', {
    shiftId,
    countId,
    explanation: 'the change of a customer is still in the drawer',
    receiver: { cashierId: beto?.id ?? '', pin: BETO.pin },
  });
  expect(printableReport.report.toGive).toMatchObject([
    { what: 'change', amount: { amount: '80.00' } },
  ]);
  await counter.press('F10');
  await signInAs(counter, BETO);
  const next = (await till.callTill('cash.state', {})).shift?.id ?? '';
  expect(next).not.toBe(shiftId);
  const ana = names.find(({ name }) => name === OWNER.name);
  const x = await till.callTill('cash.xReport', {
    shiftId: next,
    approval: { cashierId: ana?.id ?? '', pin: OWNER.pin },
  });
  expect(x.report.toGive).toMatchObject([{ what: 'change', amount: { amount: '80.00' } }]);
  await counter.expectText(/Falta dar a clientes: \$80\.00\./);
  await confirmByKey(counter, till, await countPapers(till));
});

test('announces the change after a restart, on home, in the count, in the list and in the X report', async ({
  counter,
  till,
}) => {
  test.slow();
  await counter.signIn(OWNER.name, OWNER.pin);
  await payWithUnknownOutcome(counter, till, '123456851010');
  await pressUntilHome(counter, 'Escape');
  await till.stop();
  await till.start();
  await signInAs(counter, OWNER);
  await resolveOutcome(till);
  await counter.expectText(/Falta dar a clientes: \$80\.00\./);
  await counter.expectText(/Pendientes \(1\)/);
  const { shift } = await till.callTill('cash.state', {});
  const x = await till.callTill('cash.xReport', { shiftId: shift?.id ?? '', approval: null });
  expect(x.report.toGive).toMatchObject([{ what: 'change', amount: { amount: '80.00' } }]);
  await counter.press('F9');
  await counter.expectText(/El pago se hizo\. Dé \$80\.00 de cambio\./);
  await counter.press('Enter');
  await expect(async () => {
    await counter.press('F11');
    expect((await getNewest(till)).toConfirm).toBe('none');
  }).toPass();
  await counter.press('Escape');
  await counter.expectText(counter.getText('unresolved.empty'));
  const after = await till.callTill('cash.xReport', { shiftId: shift?.id ?? '', approval: null });
  expect(after.report.toGive).toEqual([]);
  expect(await countPapers(till)).toBe(1);
});

test.describe('a payment that was not made', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('announces the cash to give back of a payment that was not made, after the till locked itself', async ({
    counter,
    service,
    till,
  }) => {
    test.slow();
    await service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('agua y drenaje', /Agua y Drenaje/);
    await counter.goToConfirm({ account: '123456851020', amount: '120', cash: '200' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    await pressUntilHome(counter, 'Escape');
    service.advanceClock(17 * MINUTE_MS);
    await till.sleep(17 * MINUTE_MS);
    await counter.page.locator('input[type=password]').waitFor();
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await expect(async () => {
      const { id: paymentId } = await getNewest(till);
      await till.callTill('payments.lookUpNow', { paymentId });
      expect((await getNewest(till)).state).toBe('not-performed');
    }).toPass();
    await counter.expectText(counter.getText('toConfirm.payment.not-paid'));
    await counter.expectText(/Devuelva \$200\.00 al cliente\./);
    await counter.press('F8');
    await counter.expectQuestion(counter.getText('history.title'));
    await counter.expectText(/Agua y Drenaje/);
    await counter.press('Enter');
    await counter.expectText(/\$200\.00 · falta darlo/);
    // The payment itself confirms it: nothing is announced beside it.
    await expect(counter.page.locator('[data-outcome]')).toHaveCount(0);
    await expect(async () => {
      await counter.press('F11');
      expect((await getNewest(till)).toConfirm).toBe('none');
    }).toPass();
  });
});

test.describe('by touch', () => {
  test.use({ hasTouchscreen: true });

  test('forgets no change, whatever button leaves the payment', async ({ counter, till }) => {
    test.slow();
    await counter.page.setViewportSize({ width: 1024, height: 768 });
    await counter.signIn(OWNER.name, OWNER.pin);
    const user = createTouchUser(counter.page);
    const buttons = ['Escape', ...(await listBarKeys(counter))];
    const keys = sampleCases('buttons that leave a payment', buttons, 4);
    for (const [index, key] of keys.entries()) {
      await test.step(key, async () => {
        await counter.goHome();
        const papersBefore = await countPapers(till);
        await payWithUnknownOutcome(counter, till, `1234568510${index}1`);
        await user.pressKeyUntil(key, () => expectLeft(counter));
        await resolveOutcome(till);
        await user.expectText(/Dé \$80\.00 de cambio\./);
        expect(await countPapers(till)).toBe(papersBefore);
        await user.pressKey('Control+B');
        await user.pressKey('F11');
        await expect(async () => {
          expect((await getNewest(till)).toConfirm).toBe('none');
          expect(await countPapers(till)).toBe(papersBefore + 1);
        }).toPass();
      });
    }
  });

  test('keeps the announcement visible above an open keypad on small screens', async ({
    counter,
    till,
  }) => {
    const { page } = counter;
    await counter.signIn(OWNER.name, OWNER.pin);
    const user = createTouchUser(page);
    await payWithUnknownOutcome(counter, till, '123456851031');
    await user.pressKeyUntil('Escape', () => expectLeft(counter));
    await resolveOutcome(till);
    await user.expectText(/Dé \$80\.00 de cambio\./);
    const isOnTop = () =>
      page.locator('[data-outcome] button').evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && button.contains(hit);
      });
    const expectVisibleWithField = async (field: Locator): Promise<void> => {
      for (const [width, height] of [
        [1024, 600],
        [800, 600],
        [600, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(isOnTop, `${width} x ${height}`).toBe(true);
        await expect(field).toBeInViewport({ ratio: 1 });
      }
    };
    const search = page.getByRole('combobox');
    await user.tap(search);
    await page.locator('[data-pad=letters]').waitFor();
    await expectVisibleWithField(search);
    await counter.find('telmex', /Telmex/);
    const account = page.getByRole('textbox').first();
    await user.tap(account);
    await page.locator('[data-pad=figures]').waitFor();
    await expectVisibleWithField(account);
  });
});
