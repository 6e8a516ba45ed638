import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { createOrder, mxn } from '../../../app/testing/fake-values.ts';
import { goToResult, goToSent, PAID_CHANGES } from './pay.fixture.ts';

freezeClock();
afterEach(() => vi.restoreAllMocks());

const SHORT = {
  kind: 'drawer-short',
  available: mxn('452.00'),
  missing: mxn('97.00'),
  isFloatCounted: true,
} as const;

async function goToShortDrawer(isFloatCounted = true): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  cashier.bills.warnings = [{ ...SHORT, isFloatCounted }];
  await cashier.find('cfe');
  await cashier.waitForHeading(/CFE/);
  await cashier.type('501000000007');
  await cashier.press('Enter');
  await cashier.waitForHeading('No hay suficiente efectivo en el cajón');
  return cashier;
}

/** A supervisor enters reason and PIN in the open dialog. */
async function approve(cashier: FakeCashier): Promise<void> {
  await screen.findByRole('dialog');
  await screen.findByRole('option', { name: /Luis/ });
  await cashier.press('Enter');
  await screen.findByLabelText(/Luis/);
  await cashier.type('viene de la caja fuerte');
  await cashier.press('Enter');
  await cashier.type('2222');
  await cashier.press('Enter');
}

/** Performs a cash-out whose money is to be handed over. */
async function goToHandOver(): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  await goToSent(cashier);
  cashier.bills.recordOutcome({
    ...PAID_CHANGES,
    kind: 'cash-out',
    handOver: 'now',
    cash: null,
    change: null,
  });
  await goToResult(cashier, /ENTREGUE/);
  return cashier;
}

describe('a cash-out that the drawer is short of', () => {
  it('shows what the drawer has and what is missing, and Enter does not accept it', async () => {
    const cashier = await goToShortDrawer();
    await cashier.waitForText('hay $452.00 en el cajón: faltan $97.00');
    expect(document.body.textContent).not.toContain('El fondo no se ha contado');
    await cashier.press('Enter', 'Enter', 'F12');
    await cashier.waitForHeading('No hay suficiente efectivo en el cajón');
    expect(cashier.fake.getInputs('payments.pay')).toEqual([]);
    await cashier.press('Escape');
    await screen.findByDisplayValue('501000000007');
  });

  it('says that the float was not counted', async () => {
    const cashier = await goToShortDrawer(false);
    await cashier.waitForText('El fondo no se ha contado');
  });

  it('continues once a supervisor allowed it', async () => {
    const cashier = await goToShortDrawer();
    cashier.fake.answer('payments.approveShortDrawer', () => ok(createOrder()));
    await cashier.press('Control+S');
    await approve(cashier);
    await cashier.waitForHeading('¿Con cuánto paga el cliente?');
    expect(cashier.fake.getInputs('payments.approveShortDrawer')).toEqual([
      {
        orderId: 'order-1',
        reason: 'viene de la caja fuerte',
        approval: { cashierId: 'luis', pin: '2222' },
      },
    ]);
  });

  it('stays where it is after a wrong PIN', async () => {
    const cashier = await goToShortDrawer();
    cashier.fake.answer('payments.approveShortDrawer', () =>
      fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    );
    await cashier.press('Control+S');
    await approve(cashier);
    await cashier.waitForText('El PIN no es correcto');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('prepares the order again with the warning if main refuses it at F12', async () => {
    const cashier = await createFakeCashier();
    await cashier.goToCash();
    await cashier.press('Enter');
    await cashier.waitForHeading('¿Todo correcto?');
    cashier.bills.warnings = [SHORT];
    cashier.fake.answer('payments.pay', () => fail(SHORT));
    await cashier.press('F12');
    await cashier.waitForHeading('No hay suficiente efectivo en el cajón');
  });
});

describe('a performed cash-out that cannot be handed over', () => {
  it('leaves with Esc and a choice, without a hand-over', async () => {
    const cashier = await goToHandOver();
    await cashier.press('Escape');
    await screen.findByRole('dialog', { name: /¿Qué hacer con .549\.00 sin entregar\?/ });
    await cashier.waitForText('Entregarlo más tarde');
    await cashier.press('Enter');
    await waitFor(() => expect(cashier.fake.getInputs('payments.acknowledge')).toHaveLength(1));
    await screen.findByRole('combobox');
    expect(cashier.fake.getInputs('payments.confirmHandOver')).toEqual([]);
  });

  it('goes back to the hand-over with the other choice, and with Esc', async () => {
    const cashier = await goToHandOver();
    for (const keys of [['ArrowDown', 'Enter'], ['Escape']]) {
      await cashier.press('Escape');
      await screen.findByRole('dialog');
      await cashier.press(...keys);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await cashier.waitForHeading(/ENTREGUE/);
    }
    expect(cashier.fake.getInputs('payments.acknowledge')).toEqual([]);
    expect(cashier.fake.getInputs('payments.confirmHandOver')).toEqual([]);
  });

  it('says what the drawer lacks if F11 is pressed', async () => {
    const cashier = await goToHandOver();
    cashier.fake.answer('payments.confirmHandOver', () => fail(SHORT));
    await cashier.press('F11');
    await cashier.waitForText('hay $452.00 y faltan $97.00');
    await cashier.waitForHeading(/ENTREGUE/);
  });
});
