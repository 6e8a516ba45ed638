import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type CallOutput, fail, type LinkedBill, ok } from '../../../../shared/contract/index.ts';
import {
  createFakeCashier,
  type FakeCashier,
  freezeClock,
} from '../../../app/testing/fake-cashier.ts';
import { mxn } from '../../../app/testing/fake-values.ts';

freezeClock();

function createBill(number: number, changes: Partial<LinkedBill> = {}): LinkedBill {
  return {
    id: String(8390 + number),
    billerId: 40,
    billerName: 'CFE',
    accountNumber: `50100000000${number}`,
    accountShown: `50100000000${number}`,
    nameOnAccount: null,
    dueDate: null,
    balance: mxn('549.00'),
    balanceUpdatedAt: '2026-03-02T16:00:00Z',
    status: 'linked',
    errorCode: null,
    errorMessage: null,
    hasExtraData: false,
    ...changes,
  };
}

type Page = CallOutput<'bills.list'>;

async function openBills(pages: readonly (readonly LinkedBill[])[]): Promise<FakeCashier> {
  const cashier = await createFakeCashier();
  cashier.fake.answer('bills.list', ({ page }) => {
    const answer: Page = {
      bills: [...(pages[page - 1] ?? [])],
      page,
      totalPages: pages.length,
      totalBills: pages.flat().length,
      hasNext: page < pages.length,
    };
    return ok(answer);
  });
  await cashier.press('F6');
  await cashier.waitForHeading('Cuentas guardadas');
  await screen.findAllByRole('option');
  return cashier;
}

const getRows = () => screen.queryAllByRole('option').map((row) => row.textContent ?? '');
const loadMore = async (cashier: FakeCashier): Promise<void> => {
  screen.getByRole('button', { name: /Leer más cuentas/ }).focus();
  await cashier.press('Enter');
};

it('reads the saved bills page by page, each bill once', async () => {
  const cashier = await openBills([
    [createBill(1), createBill(2)],
    [createBill(2), createBill(3)],
    [createBill(4)],
  ]);
  expect(getRows()).toHaveLength(2);
  await loadMore(cashier);
  await waitFor(() => expect(getRows()).toHaveLength(3));
  await loadMore(cashier);
  await waitFor(() => expect(getRows()).toHaveLength(4));
  expect(screen.queryByRole('button', { name: /Leer más cuentas/ })).toBeNull();
  expect(cashier.fake.getInputs('bills.list')).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }]);
});

it('shows that the search covers only loaded bills, and finds one by its account', async () => {
  const cashier = await openBills([[createBill(1), createBill(2)], [createBill(3)]]);
  await cashier.waitForText('Se busca entre las 2 que se han leído, de 3.');
  await cashier.type('0003');
  await cashier.waitForText('Pruebe con menos letras, o lea más cuentas.');
  await loadMore(cashier);
  await waitFor(() => expect(getRows()).toHaveLength(1));
  expect(getRows()[0]).toContain('501000000003');
});

it('keeps the loaded bills when the next page fails, and requests it again', async () => {
  const cashier = await openBills([[createBill(1)], [createBill(2)]]);
  cashier.fake.answer('bills.list', () => fail({ kind: 'service-silent', seconds: 60 }));
  await loadMore(cashier);
  await cashier.waitForText(/El servicio no .*60 segundos/);
  expect(getRows()).toHaveLength(1);
  cashier.fake.answer('bills.list', ({ page }) =>
    ok({ bills: [createBill(2)], page, totalPages: 2, totalBills: 2, hasNext: false }),
  );
  await loadMore(cashier);
  await waitFor(() => expect(getRows()).toHaveLength(2));
});

it('shows the reason of a failed bill, and does not offer to pay it', async () => {
  const failedChanges = {
    status: 'failed',
    errorCode: 'R2',
    errorMessage: 'Invalid',
    balance: null,
  };
  const cashier = await openBills([[createBill(4, failedChanges)]]);
  expect(getRows()[0]).toMatch(/La cuenta no existe en CFE\. \(R2\)/);
  await cashier.press('Enter');
  await cashier.waitForText('La cuenta no existe en CFE.');
  expect(screen.queryByRole('button', { name: 'Pagar', description: /Enter/ })).toBeNull();
  await cashier.press('Enter');
  expect(cashier.fake.getInputs('bills.balance')).toEqual([]);
});
