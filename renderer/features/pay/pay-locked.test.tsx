import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { fakeCashier, standingClock } from '../../app/testing/fake-cashier.ts';
import { aBasket, aPayment, mxn } from '../../app/testing/fake-values.ts';

standingClock();

it('of a payment that was sent, the question does not say that it is prepared again', async () => {
  const cashier = await fakeCashier();
  await cashier.toCash();
  await cashier.press('Enter', 'F12');
  await cashier.arrive('Enviando el pago');
  cashier.bills.recordOutcome({ state: 'unknown', unknownBecause: 'timed-out' });
  await cashier.arrive(/No cobre ni devuelva nada/);
  await cashier.lockForLuis();
  await cashier.arrive(/Sigue con el cliente de Ana/);
  await cashier.see('Ya se había enviado cuando se bloqueó la caja.');
  await cashier.see(/Se envió a nombre de Ana/);
  expect(screen.queryByText(/se prepara otra vez/)).toBeNull();
  await cashier.press('Enter');
  await cashier.arrive(/No cobre ni devuelva nada/);
  expect(cashier.fake.inputsOf('payments.prepare')).toHaveLength(1);
});

it('a customer waits beneath the lock, whatever language the next cashier chooses there', async () => {
  const cashier = await fakeCashier();
  await cashier.toCash();

  // Nobody is signed in: main answers nothing about payments.
  cashier.fake.answer('payments.inHand', () => fail({ kind: 'not-signed-in' }));
  await cashier.press('F10');
  await cashier.arrive('¿Quién atiende?');
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  await cashier.arrive('Who is at the counter?');
  await screen.findByRole('option', { name: /Luis/ });
  await cashier.type('l');
  await screen.findByLabelText('PIN');
  await cashier.type('2222');
  await cashier.press('Enter');
  await cashier.arrive(/Continue with Ana’s customer/);
  await cashier.press('Enter');
  await cashier.arrive('How much cash did you receive?');
  expect(cashier.fake.inputsOf('payments.prepare')).toMatchObject([
    { amount: mxn('549.00') },
    { amount: mxn('549.00') },
  ]);
});

it('a customer who is taken over brings the basket that was begun, before anything is prepared', async () => {
  const cashier = await fakeCashier();
  const collected = aBasket([null], { id: 'new', state: 'collecting', number: null, cash: null });
  cashier.fake.answer('basket.current', () => ok(collected));
  cashier.fake.answer('basket.takeOver', () => ok(collected));
  await cashier.find('cfe');
  await cashier.arrive(/CFE/);
  await cashier.type('501000000007');
  await cashier.lockForLuis();
  await cashier.arrive(/Sigue con el cliente de Ana/);
  expect(cashier.fake.inputsOf('basket.takeOver')).toEqual([]);
  await cashier.press('Enter');
  await waitFor(() =>
    expect(cashier.fake.inputsOf('basket.takeOver')).toEqual([{ basketId: 'new' }]),
  );
});

it('a lock before it could be sent leaves the same payment to be sent by F12 again', async () => {
  const cashier = await fakeCashier();
  await cashier.toCash();
  cashier.fake.answer('payments.pay', () => fail({ kind: 'session-changed' }));
  await cashier.press('Enter', 'F12');
  await cashier.see(/La caja se bloqueó, o cambió de cajero, antes de que esto saliera/);
  await cashier.see(/No se envió nada/);
  await cashier.arrive('¿Todo correcto?');
  cashier.fake.answer('payments.pay', () => ok(aPayment()));
  await cashier.press('F12');
  await cashier.arrive('Enviando el pago');
  const [first, second] = cashier.fake.inputsOf('payments.pay');
  expect(second).toEqual(first);
  expect(cashier.fake.inputsOf('payments.prepare')).toHaveLength(1);
});
