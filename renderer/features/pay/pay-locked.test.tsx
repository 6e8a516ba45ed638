import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fail } from '../../../shared/contract/index.ts';
import { fakeCashier, standingClock } from '../../app/testing/fake-cashier.ts';
import { mxn } from '../../app/testing/fake-values.ts';

standingClock();

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
  await cashier.arrive(/Go on with Ana’s customer/);
  await cashier.press('Enter');
  await cashier.arrive('How much does the customer hand over?');
  expect(cashier.fake.inputsOf('payments.prepare')).toMatchObject([
    { amount: mxn('549.00') },
    { amount: mxn('549.00') },
  ]);
});
