import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import { createFakeCashier, freezeClock } from '../../../app/testing/fake-cashier.ts';
import { createBasket, createPayment, mxn } from '../../../app/testing/fake-values.ts';

freezeClock();

it('does not offer to prepare a sent payment again after a take-over', async () => {
  const cashier = await createFakeCashier();
  await cashier.goToCash();
  await cashier.press('Enter', 'F12');
  await cashier.waitForHeading('Enviando el pago');
  cashier.bills.recordOutcome({ state: 'unknown', unknownBecause: 'timed-out' });
  await cashier.waitForHeading(/No cobre ni devuelva nada/);
  await cashier.lockForLuis();
  await cashier.waitForHeading(/Sigue con el cliente de Ana/);
  await cashier.waitForText('Ya se había enviado cuando se bloqueó la caja.');
  await cashier.waitForText(/Se envió a nombre de Ana/);
  expect(screen.queryByText(/se prepara otra vez/)).toBeNull();
  await cashier.press('Enter');
  await cashier.waitForHeading(/No cobre ni devuelva nada/);
  expect(cashier.fake.getInputs('payments.prepare')).toHaveLength(1);
});

it('keeps the sale during a lock when the next cashier changes the language', async () => {
  const cashier = await createFakeCashier();
  await cashier.goToCash();

  // Nobody is signed in, so main refuses calls about payments.
  cashier.fake.answer('payments.current', () => fail({ kind: 'not-signed-in' }));
  await cashier.press('F10');
  await cashier.waitForHeading('¿Quién atiende?');
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  await cashier.waitForHeading('Who is at the counter?');
  await screen.findByRole('option', { name: /Luis/ });
  await cashier.type('l');
  await screen.findByLabelText('PIN');
  await cashier.type('2222');
  await cashier.press('Enter');
  await cashier.waitForHeading(/Continue with Ana’s customer/);
  await cashier.press('Enter');
  await cashier.waitForHeading('How much cash did you receive?');
  expect(cashier.fake.getInputs('payments.prepare')).toMatchObject([
    { amount: mxn('549.00') },
    { amount: mxn('549.00') },
  ]);
});

it('takes over the started basket with its customer before an order is prepared', async () => {
  const cashier = await createFakeCashier();
  const collectingBasket = createBasket([null], {
    id: 'new',
    state: 'collecting',
    number: null,
    cash: null,
  });
  cashier.fake.answer('basket.current', () => ok(collectingBasket));
  cashier.fake.answer('basket.takeOver', () => ok(collectingBasket));
  await cashier.find('cfe');
  await cashier.waitForHeading('¿Es del cliente de la canasta?');
  await cashier.press('ArrowDown', 'Enter');
  await cashier.waitForHeading(/CFE/);
  await cashier.type('501000000007');
  await cashier.lockForLuis();
  await cashier.waitForHeading(/Sigue con el cliente de Ana/);
  expect(cashier.fake.getInputs('basket.takeOver')).toEqual([]);
  await cashier.press('Enter');
  await waitFor(() =>
    expect(cashier.fake.getInputs('basket.takeOver')).toEqual([{ basketId: 'new' }]),
  );
});

it('keeps the order for F12 when a lock prevented sending it', async () => {
  const cashier = await createFakeCashier();
  await cashier.goToCash();
  cashier.fake.answer('payments.pay', () => fail({ kind: 'session-changed' }));
  await cashier.press('Enter', 'F12');
  await cashier.waitForText(/La caja se bloqueó, o cambió de cajero, antes de que esto saliera/);
  await cashier.waitForText(/No se envió nada/);
  await cashier.waitForHeading('¿Todo correcto?');
  cashier.fake.answer('payments.pay', () => ok(createPayment()));
  await cashier.press('F12');
  await cashier.waitForHeading('Enviando el pago');
  const [first, second] = cashier.fake.getInputs('payments.pay');
  expect(second).toEqual(first);
  expect(cashier.fake.getInputs('payments.prepare')).toHaveLength(1);
});
