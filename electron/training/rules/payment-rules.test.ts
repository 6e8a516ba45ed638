import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Got, type InProcess, inProcess, payment, readCode } from '../test-support.ts';

let till: InProcess;
beforeEach(() => {
  till = inProcess({ r24Milliseconds: 20_000 });
});
afterEach(() => till.close());

const MINUTE = 60_000;

describe('a payment', () => {
  it('answers 201 with the shape of v1.6, and takes the balance down', async () => {
    expect(await till.owed(40, '501000000007')).toBe(549);
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
    expect(await till.owed(40, '501000000007')).toBe(0);
    expect((await till.ask('POST', '/account')).json?.balance).toBe(249_449.8);
  });

  it('has a ticket text with blank lines, accents, doubled spaces and a line break at its end', async () => {
    const text = String((await till.pay()).json?.ticket_text);
    expect(text).toMatch(/\n\n/);
    expect(text).toMatch(/ {2}/);
    expect(text).toMatch(/[ÉÓñ]/);
    expect(text).toMatch(/\n$/);
  });

  it('in version 3 has its own shape and a status', async () => {
    const { status, json } = await till.ask('POST', '/single/pay', {
      version: 'v3.mx',
      body: payment(),
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

describe('what becomes of a payment', () => {
  it('35 / 123456851236 is sent, and fulfilled when the hours of its biller have passed', async () => {
    await till.pay({
      biller_id: 35,
      account_number: '123456851236',
      amount: 50,
      external_id: 'slow',
    });
    const status = (): string | undefined => till.service.inspect('slow').transactions[0]?.status;
    await till.clock.advance(24 * 60 * MINUTE - 1);
    expect(status()).toBe('sent');
    await till.clock.advance(1);
    expect(status()).toBe('fulfilled');
  });
});

describe('parameters: 400 R102', () => {
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
  ])('%s = %j', async (name, value) => {
    expect(await readCode(till.pay({ [name]: value }))).toBe('400 R102');
    expect(till.service.inspect().transactions).toEqual([]);
  });

  it('a body that is no JSON object', async () => {
    expect(await readCode(till.ask('POST', '/bill/pay', { body: [1] }))).toBe('400 R102');
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
  ])('%i / %s: %s', async (biller, account, code) => {
    expect(await readCode(till.consult(biller, account))).toBe(`422 ${code}`);
    expect(await readCode(till.pay({ biller_id: biller, account_number: account }))).toBe(
      `422 ${code}`,
    );
  });

  it('an unknown biller is a 404 without a code', async () => {
    const { status, json } = await till.consult(999_999, '1');
    expect([status, json]).toEqual([404, { message: "Couldn't find company" }]);
  });

  it('1781 needs a name, else R13', async () => {
    const body = { biller_id: 1781, account_number: '4000123412341234', amount: 100 };
    expect(await readCode(till.pay(body))).toBe('422 R13');
    expect(await readCode(till.pay({ ...body, name_on_account: 'Íñigo Muñoz' }))).toBe('201 ok');
  });

  it('a number that names a code is refused with it when it is paid', async () => {
    expect(
      await readCode(till.pay({ biller_id: 37, account_number: '9999999126', amount: 50 })),
    ).toBe('422 R126');
    expect(await readCode(till.consult(37, '9999999126'))).toBe('200 ok');
  });
});

describe('balances', () => {
  it('are random, stable until refreshed, and the same for the same seed', async () => {
    const first = await till.owed(37, '2424240024');
    expect(first).toBeGreaterThan(0);
    expect(await till.owed(37, '2424240024')).toBe(first);
    const twin = inProcess();
    const same = await twin.ask('POST', '/bill/consult', {
      body: { biller_id: 37, account_number: '2424240024' },
    });
    twin.close();
    expect(same.json?.bill_amount).toBe(first);
  });

  it('are owed again the next morning', async () => {
    await till.pay();
    expect(await till.owed(40, '501000000007')).toBe(0);
    await till.clock.advance(14 * 60 * MINUTE);
    expect(await till.owed(40, '501000000007')).toBe(549);
  });

  it('5985 / 1111322016 tells none; 13599 and 1781 cannot (R101)', async () => {
    expect(await till.owed(5985, '1111322016')).toBeNull();
    expect(await readCode(till.consult(13599, '5599999999'))).toBe('422 R101');
    expect(await readCode(till.consult(1781, '4000123412341234'))).toBe('422 R101');
  });
});

describe('the amount', () => {
  it('R11: 40 checks balances and takes no part of one', async () => {
    expect(await readCode(till.pay({ amount: 548.99 }))).toBe('422 R11');
    expect(await readCode(till.pay({ amount: 549.01 }))).toBe('422 R11');
  });

  it('R8: it is paid already', async () => {
    await till.pay();
    await till.clock.advance(61 * MINUTE);
    expect(await readCode(till.pay())).toBe('422 R8');
  });

  it('R41 below what is owed where the balance cannot be checked, R12 once it is paid', async () => {
    const account = { biller_id: 2, account_number: '8081969' };
    expect(await readCode(till.pay({ ...account, amount: 1 }))).toBe('422 R41');
    expect(await readCode(till.pay({ ...account, amount: 5_000 }))).toBe('201 ok');
    await till.clock.advance(61 * MINUTE);
    expect(await readCode(till.pay({ ...account, amount: 5_000 }))).toBe('422 R12');
  });

  it('any amount where part payments are taken', async () => {
    const account = { biller_id: 35, account_number: '123456851236' };
    expect(await readCode(till.pay({ ...account, amount: 10.5 }))).toBe('201 ok');
  });

  it('R3 at 13599, R17 at generated top-ups and gift cards', async () => {
    const phone = { biller_id: 13599, account_number: '5599999999' };
    expect(await readCode(till.pay({ ...phone, amount: 93.3 }))).toBe('422 R3');
    expect(await readCode(till.pay({ ...phone, amount: 100 }))).toBe('201 ok');
    for (const path of ['/billers/topups', '/billers/gift_cards']) {
      const { json } = await till.ask('POST', path);
      const billers: { id: number; currency: string; account_number_digits: string }[] = JSON.parse(
        JSON.stringify(json?.billers),
      );
      const found = billers.find(
        (one) =>
          one.id !== 13599 &&
          one.account_number_digits === '10' &&
          ('available_gift_card_amounts' in one ||
            ('available_topup_amounts' in one && one.available_topup_amounts !== null)),
      );
      const sale = {
        biller_id: found?.id,
        account_number: '5599999999',
        currency: found?.currency,
      };
      expect(await readCode(till.pay({ ...sale, amount: 0.11 }))).toBe('422 R17');
    }
  });

  it.each(['559999', '557777'])('R5: 13599 / %s', async (account) => {
    const phone = { biller_id: 13599, account_number: account, amount: 100 };
    expect(await readCode(till.pay(phone))).toBe('422 R5');
    expect(await readCode(till.ask('POST', '/bill/check', { body: phone }))).toBe('422 R5');
  });

  it('R14 above 1500 USD for a top-up, R114 above 2500 USD for a bill, at the rate of the day', async () => {
    const { json } = await till.ask('POST', '/rates');
    const rate = Number(json?.MXN);
    const phone = { biller_id: 13599, account_number: '5599999999' };
    expect(await readCode(till.pay({ ...phone, amount: Math.ceil(1500 * rate) + 1 }))).toBe(
      '422 R14',
    );
    expect(await readCode(till.pay({ ...phone, amount: Math.floor(1500 * rate) }))).toBe('422 R3');
    const account = { biller_id: 35, account_number: '123456851236' };
    expect(await readCode(till.pay({ ...account, amount: Math.ceil(2500 * rate) + 1 }))).toBe(
      '422 R114',
    );
    expect(await readCode(till.pay({ ...account, amount: Math.floor(2500 * rate) }))).toBe(
      '201 ok',
    );
  });

  it('R34: another currency; RD and DOP are one', async () => {
    expect(await readCode(till.pay({ currency: 'USD' }))).toBe('422 R34');
    const dominican = { biller_id: 14, account_number: '12345678' };
    const amount = await till.owed(14, '12345678');
    expect(await readCode(till.pay({ ...dominican, amount, currency: 'MXN' }))).toBe('422 R34');
    expect(await readCode(till.pay({ ...dominican, amount, currency: 'DOP' }))).toBe('201 ok');
  });

  it('R100 when the shop has not enough', async () => {
    till.service.setBalance('550.19');
    expect(await readCode(till.pay())).toBe('422 R100');
    till.service.setBalance('550.20');
    expect(await readCode(till.pay())).toBe('201 ok');
    expect(till.service.inspect().balance).toBe('0.00');
  });

  it('R115: a POS number that is none', async () => {
    expect(await readCode(till.pay({ pos_number: '7|8' }))).toBe('422 R115');
    expect(await readCode(till.pay({ pos_number: 'x'.repeat(33) }))).toBe('422 R115');
  });
});

describe('repetitions', () => {
  const account = { biller_id: 35, account_number: '123456851236' };

  it('R49 before everything else about the payment', async () => {
    const external_id = randomUUID();
    await till.pay({ ...account, amount: 50, external_id });
    expect(await readCode(till.pay({ ...account, amount: 50, external_id }))).toBe('422 R49');
    expect(await readCode(till.pay({ biller_id: 999_999, external_id }))).toBe('422 R49');
  });

  it('R36 for the same amount within the hour, R50 for another within 5 minutes', async () => {
    await till.pay({ ...account, amount: 50 });
    expect(await readCode(till.pay({ ...account, amount: 50 }))).toBe('422 R36');
    expect(await readCode(till.pay({ ...account, amount: 51 }))).toBe('422 R50');
    await till.clock.advance(5 * MINUTE - 1);
    expect(await readCode(till.pay({ ...account, amount: 51 }))).toBe('422 R50');
    await till.clock.advance(1);
    expect(await readCode(till.pay({ ...account, amount: 51 }))).toBe('201 ok');
    await till.clock.advance(55 * MINUTE - 1);
    expect(await readCode(till.pay({ ...account, amount: 50 }))).toBe('422 R36');
    await till.clock.advance(1);
    expect(await readCode(till.pay({ ...account, amount: 50 }))).toBe('201 ok');
  });

  it('R36 comes before R11: a whole balance paid twice is a repetition', async () => {
    await till.pay();
    expect(await readCode(till.pay())).toBe('422 R36');
    expect(await readCode(till.pay({ amount: 1 }))).toBe('422 R50');
  });

  it.each(['refunded', 'reversed', 'crashed'] as const)(
    'do not block the payment that is %s: it was given back, or came to nothing',
    async (status) => {
      const owed = await till.owed(40, '501000000007');
      const [same, again] = [randomUUID(), randomUUID()];
      expect(await readCode(till.pay({ external_id: same }))).toBe('201 ok');
      expect(till.service.giveBack(same, status)).toBe(true);
      expect(await till.owed(40, '501000000007')).toBe(owed);
      expect(await readCode(till.pay({ external_id: again }))).toBe('201 ok');
      expect(await readCode(till.pay())).toBe('422 R36');
    },
  );

  it('holds for top-ups too', async () => {
    const phone = { biller_id: 13599, account_number: '5599999999', amount: 100 };
    await till.pay(phone);
    expect(await readCode(till.pay(phone))).toBe('422 R36');
  });

  it('R45 for the sixth payment of a day, and not for the first of the next', async () => {
    for (const amount of [10, 20, 30, 40, 50]) {
      expect(await readCode(till.pay({ ...account, amount }))).toBe('201 ok');
      await till.clock.advance(6 * MINUTE);
    }
    expect(await readCode(till.pay({ ...account, amount: 60 }))).toBe('422 R45');
    await till.clock.advance(14 * 60 * MINUTE);
    expect(await readCode(till.pay({ ...account, amount: 60 }))).toBe('201 ok');
  });
});

describe('R24', () => {
  it('comes after its wait, and nothing was paid', async () => {
    let answered: Got | null = null;
    const asked = till
      .pay({ biller_id: 37, account_number: '2424240024', amount: 50 })
      .then((answer) => {
        answered = answer;
      });
    await till.clock.advance(19_999);
    expect(answered).toBeNull();
    await till.clock.advance(1);
    await asked;
    expect(answered).toMatchObject({ status: 422, json: { code: 'R24' } });
    expect(till.service.inspect()).toMatchObject({ transactions: [], balance: '250000.00' });
  });
});
