import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buildPaymentBody,
  createInProcessTraining,
  type InProcessTraining,
  readRefusalCode,
  type TestResponse,
} from '../test-support.ts';

let till: InProcessTraining;
beforeEach(() => {
  till = createInProcessTraining({ r24Milliseconds: 20_000 });
});
afterEach(() => till.close());

const MINUTE_MS = 60_000;

describe('a payment', () => {
  it('answers a payment with 201 in the format of v1.6 and reduces the balance', async () => {
    expect(await till.readBalance(40, '501000000007')).toBe(549);
    const { status, json, text } = await till.pay({
      external_id: 'the-first-one',
      pos_number: '07',
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      external_id: 'the-first-one',
      biller_id: 40,
      account_number: '501000000007',
      bill_amount: 549,
      bill_amount_currency: 'MXN',
      fx_rate: 1,
      payment_transaction_fee: 3,
      chain_earned: 1.8,
      chain_paid: 550.2,
      starting_balance: 250_000,
      ending_balance: 249_449.8,
      created_at: '2026-01-15T16:00:00Z',
    });
    expect(text).toContain('"bill_amount":549.0,');
    expect(await till.readBalance(40, '501000000007')).toBe(0);
    expect((await till.send('POST', '/account')).json?.balance).toBe(249_449.8);
  });

  it('returns a ticket text with blank lines, accents, doubled spaces and a final line break', async () => {
    const text = String((await till.pay()).json?.ticket_text);
    expect(text).toMatch(/\n\n/);
    expect(text).toMatch(/ {2}/);
    expect(text).toMatch(/[ÉÓñ]/);
    expect(text).toMatch(/\n$/);
  });

  it('answers a payment of version 3 in its own format with a status', async () => {
    const { status, json } = await till.send('POST', '/single/pay', {
      version: 'v3.mx',
      body: buildPaymentBody(),
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      type: 'transaction',
      amount: 549,
      amount_currency: 'MXN',
      status: 'fulfilled',
    });
  });
});

describe('the status of a payment', () => {
  it('reports a payment to 35 / 123456851236 as sent, and as fulfilled after the biller’s hours', async () => {
    await till.pay({
      biller_id: 35,
      account_number: '123456851236',
      amount: 50,
      external_id: 'slow',
    });
    const status = (): string | undefined => till.service.inspect('slow').transactions[0]?.status;
    await till.clock.advance(24 * 60 * MINUTE_MS - 1);
    expect(status()).toBe('sent');
    await till.clock.advance(1);
    expect(status()).toBe('fulfilled');
  });
});

describe('payment parameters', () => {
  it.each([
    ['amount', undefined],
    ['amount', 0.09],
    ['amount', 0],
    ['amount', -1],
    ['amount', 10.005],
    ['amount', '549.00'],
    ['amount', 1e21],
    ['currency', undefined],
    ['currency', ''],
    ['external_id', undefined],
    ['biller_id', '40'],
    ['biller_id', 40.5],
    ['account_number', 501000000007],
    ['account_number', '  '],
    ['pos_number', 7],
  ])('refuses a payment with %s = %j with 400 R102', async (name, value) => {
    expect(await readRefusalCode(till.pay({ [name]: value }))).toBe('400 R102');
    expect(till.service.inspect().transactions).toEqual([]);
  });

  it('refuses a body that is not a JSON object with 400 R102', async () => {
    expect(await readRefusalCode(till.send('POST', '/bill/pay', { body: [1] }))).toBe('400 R102');
  });
});

describe('accounts with a fixed answer', () => {
  it.each([
    [40, '501000000004', 'R2'],
    [6900, '1111362009', 'R9'],
    [2901, '1111322016', 'R16'],
    [1821, '1111992022', 'R22'],
    [40, '50100000000', 'R1'],
    [40, '50100000000X', 'R2'],
  ])('refuses every request for account %i / %s with %s', async (biller, account, code) => {
    expect(await readRefusalCode(till.consult(biller, account))).toBe(`422 ${code}`);
    expect(await readRefusalCode(till.pay({ biller_id: biller, account_number: account }))).toBe(
      `422 ${code}`,
    );
  });

  it('answers 404 without a code for an unknown biller', async () => {
    const { status, json } = await till.consult(999_999, '1');
    expect([status, json]).toEqual([404, { message: "Couldn't find company" }]);
  });

  it('refuses a payment to 1781 without a name with R13', async () => {
    const body = { biller_id: 1781, account_number: '4000123412341234', amount: 100 };
    expect(await readRefusalCode(till.pay(body))).toBe('422 R13');
    expect(await readRefusalCode(till.pay({ ...body, name_on_account: 'Íñigo Muñoz' }))).toBe(
      '201 ok',
    );
  });

  it('refuses a payment with the code that its account number contains', async () => {
    expect(
      await readRefusalCode(till.pay({ biller_id: 37, account_number: '9999999126', amount: 50 })),
    ).toBe('422 R126');
    expect(await readRefusalCode(till.consult(37, '9999999126'))).toBe('200 ok');
  });
});

describe('balances', () => {
  it('returns a random balance that is stable and the same for the same seed', async () => {
    const first = await till.readBalance(37, '2424240024');
    expect(first).toBeGreaterThan(0);
    expect(await till.readBalance(37, '2424240024')).toBe(first);
    const otherService = createInProcessTraining();
    const consulted = await otherService.send('POST', '/bill/consult', {
      body: { biller_id: 37, account_number: '2424240024' },
    });
    otherService.close();
    expect(consulted.json?.bill_amount).toBe(first);
  });

  it('restores the full balance the next day', async () => {
    await till.pay();
    expect(await till.readBalance(40, '501000000007')).toBe(0);
    await till.clock.advance(14 * 60 * MINUTE_MS);
    expect(await till.readBalance(40, '501000000007')).toBe(549);
  });

  it('returns a null balance for 5985 / 1111322016 and R101 for 13599 and 1781', async () => {
    expect(await till.readBalance(5985, '1111322016')).toBeNull();
    expect(await readRefusalCode(till.consult(13599, '5599999999'))).toBe('422 R101');
    expect(await readRefusalCode(till.consult(1781, '4000123412341234'))).toBe('422 R101');
  });
});

describe('the amount', () => {
  it('refuses another amount than the balance with R11 for biller 40', async () => {
    expect(await readRefusalCode(till.pay({ amount: 548.99 }))).toBe('422 R11');
    expect(await readRefusalCode(till.pay({ amount: 549.01 }))).toBe('422 R11');
  });

  it('refuses a payment with R8 when the balance is already paid', async () => {
    await till.pay();
    await till.clock.advance(61 * MINUTE_MS);
    expect(await readRefusalCode(till.pay())).toBe('422 R8');
  });

  it('refuses an amount below the balance with R41, and with R12 once it is paid, for a biller without balances', async () => {
    const account = { biller_id: 2, account_number: '8081969' };
    expect(await readRefusalCode(till.pay({ ...account, amount: 1 }))).toBe('422 R41');
    expect(await readRefusalCode(till.pay({ ...account, amount: 5_000 }))).toBe('201 ok');
    await till.clock.advance(61 * MINUTE_MS);
    expect(await readRefusalCode(till.pay({ ...account, amount: 5_000 }))).toBe('422 R12');
  });

  it('accepts any amount for a biller with partial payments', async () => {
    const account = { biller_id: 35, account_number: '123456851236' };
    expect(await readRefusalCode(till.pay({ ...account, amount: 10.5 }))).toBe('201 ok');
  });

  it('refuses an amount that is not offered with R3 for 13599 and with R17 for generated billers', async () => {
    const phone = { biller_id: 13599, account_number: '5599999999' };
    expect(await readRefusalCode(till.pay({ ...phone, amount: 93.3 }))).toBe('422 R3');
    expect(await readRefusalCode(till.pay({ ...phone, amount: 100 }))).toBe('201 ok');
    for (const path of ['/billers/topups', '/billers/gift_cards']) {
      const { json } = await till.send('POST', path);
      const billers: { id: number; currency: string; account_number_digits: string }[] = JSON.parse(
        JSON.stringify(json?.billers),
      );
      const generatedBiller = billers.find(
        (biller) =>
          biller.id !== 13599 &&
          biller.account_number_digits === '10' &&
          ('available_gift_card_amounts' in biller ||
            ('available_topup_amounts' in biller && biller.available_topup_amounts !== null)),
      );
      const sale = {
        biller_id: generatedBiller?.id,
        account_number: '5599999999',
        currency: generatedBiller?.currency,
      };
      expect(await readRefusalCode(till.pay({ ...sale, amount: 0.11 }))).toBe('422 R17');
    }
  });

  it.each(['559999', '557777'])('refuses phone number 13599 / %s with R5', async (account) => {
    const phone = { biller_id: 13599, account_number: account, amount: 100 };
    expect(await readRefusalCode(till.pay(phone))).toBe('422 R5');
    expect(await readRefusalCode(till.send('POST', '/bill/check', { body: phone }))).toBe('422 R5');
  });

  it('refuses a top-up above 1500 USD with R14 and a bill above 2500 USD with R114 at the rate of the day', async () => {
    const { json } = await till.send('POST', '/rates');
    const rate = Number(json?.MXN);
    const phone = { biller_id: 13599, account_number: '5599999999' };
    expect(await readRefusalCode(till.pay({ ...phone, amount: Math.ceil(1500 * rate) + 1 }))).toBe(
      '422 R14',
    );
    expect(await readRefusalCode(till.pay({ ...phone, amount: Math.floor(1500 * rate) }))).toBe(
      '422 R3',
    );
    const account = { biller_id: 35, account_number: '123456851236' };
    expect(
      await readRefusalCode(till.pay({ ...account, amount: Math.ceil(2500 * rate) + 1 })),
    ).toBe('422 R114');
    expect(await readRefusalCode(till.pay({ ...account, amount: Math.floor(2500 * rate) }))).toBe(
      '201 ok',
    );
  });

  it('refuses another currency with R34 and treats RD and DOP as the same', async () => {
    expect(await readRefusalCode(till.pay({ currency: 'USD' }))).toBe('422 R34');
    const dominican = { biller_id: 14, account_number: '12345678' };
    const amount = await till.readBalance(14, '12345678');
    expect(await readRefusalCode(till.pay({ ...dominican, amount, currency: 'MXN' }))).toBe(
      '422 R34',
    );
    expect(await readRefusalCode(till.pay({ ...dominican, amount, currency: 'DOP' }))).toBe(
      '201 ok',
    );
  });

  it('refuses a payment with R100 when the shop’s balance is too low', async () => {
    till.service.setBalance('550.19');
    expect(await readRefusalCode(till.pay())).toBe('422 R100');
    till.service.setBalance('550.20');
    expect(await readRefusalCode(till.pay())).toBe('201 ok');
    expect(till.service.inspect().balance).toBe('0.00');
  });

  it('refuses an invalid POS number with R115', async () => {
    expect(await readRefusalCode(till.pay({ pos_number: '7|8' }))).toBe('422 R115');
    expect(await readRefusalCode(till.pay({ pos_number: 'x'.repeat(33) }))).toBe('422 R115');
  });
});

describe('repeated payments', () => {
  const account = { biller_id: 35, account_number: '123456851236' };

  it('checks a repeated external_id (R49) before every other rule', async () => {
    const external_id = randomUUID();
    await till.pay({ ...account, amount: 50, external_id });
    expect(await readRefusalCode(till.pay({ ...account, amount: 50, external_id }))).toBe(
      '422 R49',
    );
    expect(await readRefusalCode(till.pay({ biller_id: 999_999, external_id }))).toBe('422 R49');
  });

  it('refuses the same amount within an hour with R36 and another within 5 minutes with R50', async () => {
    await till.pay({ ...account, amount: 50 });
    expect(await readRefusalCode(till.pay({ ...account, amount: 50 }))).toBe('422 R36');
    expect(await readRefusalCode(till.pay({ ...account, amount: 51 }))).toBe('422 R50');
    await till.clock.advance(5 * MINUTE_MS - 1);
    expect(await readRefusalCode(till.pay({ ...account, amount: 51 }))).toBe('422 R50');
    await till.clock.advance(1);
    expect(await readRefusalCode(till.pay({ ...account, amount: 51 }))).toBe('201 ok');
    await till.clock.advance(55 * MINUTE_MS - 1);
    expect(await readRefusalCode(till.pay({ ...account, amount: 50 }))).toBe('422 R36');
    await till.clock.advance(1);
    expect(await readRefusalCode(till.pay({ ...account, amount: 50 }))).toBe('201 ok');
  });

  it('refuses a full balance that is paid twice with R36 rather than R11', async () => {
    await till.pay();
    expect(await readRefusalCode(till.pay())).toBe('422 R36');
    expect(await readRefusalCode(till.pay({ amount: 1 }))).toBe('422 R50');
  });

  it.each(['refunded', 'reversed', 'crashed'] as const)(
    'allows the same payment again after a payment is %s',
    async (status) => {
      const balance = await till.readBalance(40, '501000000007');
      const [firstId, secondId] = [randomUUID(), randomUUID()];
      expect(await readRefusalCode(till.pay({ external_id: firstId }))).toBe('201 ok');
      expect(till.service.reverseTransaction(firstId, status)).toBe(true);
      expect(await till.readBalance(40, '501000000007')).toBe(balance);
      expect(await readRefusalCode(till.pay({ external_id: secondId }))).toBe('201 ok');
      expect(await readRefusalCode(till.pay())).toBe('422 R36');
    },
  );

  it('refuses a repeated top-up with R36', async () => {
    const phone = { biller_id: 13599, account_number: '5599999999', amount: 100 };
    await till.pay(phone);
    expect(await readRefusalCode(till.pay(phone))).toBe('422 R36');
  });

  it('refuses the sixth payment of a day with R45 and accepts the first of the next day', async () => {
    for (const amount of [10, 20, 30, 40, 50]) {
      expect(await readRefusalCode(till.pay({ ...account, amount }))).toBe('201 ok');
      await till.clock.advance(6 * MINUTE_MS);
    }
    expect(await readRefusalCode(till.pay({ ...account, amount: 60 }))).toBe('422 R45');
    await till.clock.advance(14 * 60 * MINUTE_MS);
    expect(await readRefusalCode(till.pay({ ...account, amount: 60 }))).toBe('201 ok');
  });
});

describe('R24', () => {
  it('answers R24 after its delay without performing the payment', async () => {
    let received: TestResponse | null = null;
    const pending = till
      .pay({ biller_id: 37, account_number: '2424240024', amount: 50 })
      .then((answer) => {
        received = answer;
      });
    await till.clock.advance(19_999);
    expect(received).toBeNull();
    await till.clock.advance(1);
    await pending;
    expect(received).toMatchObject({ status: 422, json: { code: 'R24' } });
    expect(till.service.inspect()).toMatchObject({ transactions: [], balance: '250000.00' });
  });
});
