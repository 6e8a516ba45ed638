import { afterEach, beforeEach, expect, it } from 'vitest';
import { TRAINING_BILLERS } from '../catalog/index.ts';
import {
  buildPaymentBody,
  createInProcessTraining,
  type InProcessTraining,
} from '../test-support.ts';

let till: InProcessTraining;

beforeEach(() => {
  till = createInProcessTraining({ currency: 'COP' });
});
afterEach(() => till.close());

const readAccount = async () => (await till.send('POST', '/account')).json;

it('keeps the shop’s account in Colombian pesos without conversion', async () => {
  expect(await readAccount()).toMatchObject({ balance: 50_000_000, currency: 'COP' });
  const paid = await till.send('POST', '/bill/pay', {
    body: buildPaymentBody({
      biller_id: TRAINING_BILLERS.bancoCafetero,
      account_number: '12345678901',
      amount: 80_000,
      currency: 'COP',
    }),
  });
  // The fee equals ten Mexican pesos; the shop keeps 1200 of it.
  expect(paid.json).toMatchObject({ payment_transaction_fee: 2000 });
  expect(await readAccount()).toMatchObject({ balance: 49_919_200 });
});
