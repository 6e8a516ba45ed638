import { dictionary as approval } from '../../renderer/app/approval/dictionary.ts';
import { dictionary as choose } from '../../renderer/features/choose/dictionary.ts';
import { dictionary as historyWords } from '../../renderer/features/history/dictionary.ts';
import { dictionary as home } from '../../renderer/features/home/dictionary.ts';
import type { Language, ServiceVersion } from '../../shared/contract/index.ts';
import { type Counter, expect, OWNER, test, textOf } from './support/index.ts';

/** Top-up, gift card, cash-out and cancel, by keyboard alone, in each version and language. */

/** From the list of a flow to its account. */
async function chooseBiller(counter: Counter, key: string, typed: string): Promise<void> {
  const { page } = counter;
  await counter.press(key);
  await expect(async () => {
    await page.getByRole('combobox').fill('');
    await page.getByRole('combobox').fill(typed);
    await page.getByRole('option').first().waitFor({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('combobox').focus();
  await counter.press('Enter');
}

async function cashAndPay(counter: Counter): Promise<void> {
  await counter.asks(counter.words('pay.cash.title'));
  await counter.press('Enter');
  await counter.asks(counter.words('pay.confirm.title'));
  await counter.press('F12');
}

const variants: readonly { version: ServiceVersion; language: Language }[] = [
  { version: 'v1.6', language: 'es-MX' },
  { version: 'v3.3', language: 'en' },
  { version: 'v3.mx', language: 'es-MX' },
  { version: 'v3.co', language: 'es-CO' },
];

for (const { version, language } of variants) {
  test.describe(`${version}, ${language}`, () => {
    test.use({ provisioning: { version, language, cashOutBillers: [20001] } });

    test('a top-up: the number twice, an amount of the list, what arrives where it is told', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await chooseBiller(counter, 'F3', 'telcel tiempo');
      await counter.asks(counter.words('pay.account.title.top-up'));
      await counter.type('5599999999');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.repeat.title'));
      await counter.type('5599999998');
      await counter.press('Enter');
      await counter.sees(counter.words('pay.repeat.different'));
      await counter.type('5599999999');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.offer.title.top-up'));
      await counter.press('End', 'Home', 'ArrowDown', 'Enter');
      if (version === 'v1.6') {
        await counter.asks(counter.words('pay.check.title'));
        await counter.sees(counter.words('pay.check.received'));
        await counter.press('Enter');
      }
      await cashAndPay(counter);
      await counter.asks(counter.words('pay.paid.titleExact'));
      const [payment] = await till.ask('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({
        kind: 'top-up',
        state: 'paid',
        accountNumber: '5599999999',
        amount: { amount: '30.00' },
      });
      await counter.nextCustomer();
    });

    test('a gift card: its code is on the paper, and nowhere once the customer has gone', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await chooseBiller(counter, 'F4', 'amazon m');
      await counter.asks(counter.words('pay.account.title.gift-card'));
      await counter.type('5599999999');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.offer.title.gift-card'));
      await counter.press('Enter');
      await cashAndPay(counter);
      await counter.asks(counter.words('pay.gift.titleExact'));
      const code = /\d{4}-\d{4}-\d{4}-\d{4}/;
      expect(await counter.tape()).toMatch(code);
      const [payment] = await till.ask('payments.recent', { limit: 1 });
      const paymentId = payment?.id ?? '';
      await counter.nextCustomer();
      expect(await till.page.locator('body').innerText()).not.toMatch(code);
      const tape = await till.ask('printing.tape', { paymentId });
      expect(tape).toMatchObject({ isWithheld: true, lines: [] });
      await expect(till.ask('printing.copy', { paymentId, approval: null })).rejects.toThrow(
        /not-allowed/,
      );
      const allowed = { cashierId: OWNER.id, pin: OWNER.pin };
      expect(await till.ask('printing.copy', { paymentId, approval: allowed })).toMatchObject({
        kind: 'copy',
        isWithheld: true,
      });
    });

    test('a cash-out: handed over after the answer and the slip, and not before', async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await expect(till.page.locator('[data-key=F5]')).toBeVisible();
      await counter.press('F5');
      await counter.asks(textOf(choose, language, 'choose.title.cash-out'));
      await counter.sees('Banco Azul');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.account.title.cash-out'));
      await counter.type('1234567812341234');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.offer.title.cash-out'));
      await counter.type('300');
      await counter.press('Enter');
      await counter.asks(counter.words('pay.confirm.title.cash-out'));
      await counter.press('Enter', 'Enter');
      await counter.asks(counter.words('pay.confirm.title.cash-out'));
      await counter.press('F12');
      await counter.asks(counter.words('pay.out.now'));
      const [payment] = await till.ask('payments.recent', { limit: 1 });
      expect(payment).toMatchObject({
        kind: 'cash-out',
        state: 'paid',
        handOver: 'now',
        cash: null,
      });
      await expect(async () => {
        await counter.press('Enter');
        await expect(till.page.getByRole('heading', { level: 1 })).toContainText(
          counter.words('pay.out.done'),
          { timeout: 1_000 },
        );
      }).toPass();
      await counter.nextCustomer();
    });
  });
}

test.describe('money out that is not known', () => {
  test.use({ provisioning: { version: 'v1.6', cashOutBillers: [20001] } });

  test('is amber, is not sent again, and is handed over once it is known', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.press('F5');
    await counter.sees('Banco Azul');
    await counter.press('Enter');
    await counter.asks(counter.words('pay.account.title.cash-out'));
    await counter.type('1234567812341234');
    await counter.press('Enter');
    await counter.asks(counter.words('pay.offer.title.cash-out'));
    await counter.type('300');
    await counter.press('Enter');
    await counter.asks(counter.words('pay.confirm.title.cash-out'));
    await till.setFaults([
      { operation: 'cash-out', times: 1, fault: { kind: 'commit-and-cut' } },
      { operation: 'transactions', times: 1, fault: { kind: 'look-up-empty' } },
    ]);
    await counter.press('F12');
    await counter.asks(counter.words('pay.out.unknown'));
    const [payment] = await till.ask('payments.recent', { limit: 1 });
    expect(payment).toMatchObject({ handOver: 'not-yet', maySendAgain: false });
    await counter.asks(counter.words('pay.out.now'));
    const sent = await till.ask('payments.recent', { limit: 5 });
    expect(sent.map((one) => one.sends)).toEqual([1]);
  });
});

test.describe('a cancel', () => {
  test.use({ provisioning: { version: 'v1.6' } });

  test('is asked for in the history, allowed by a PIN, and gives the money back', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('agua y drenaje', /Agua y Drenaje/);
    await counter.upToConfirm({ account: '123456851236', amount: '120' });
    await counter.press('F12');
    await counter.asks(counter.words('pay.paid.titleExact'));
    await counter.nextCustomer();
    await counter.press('F8');
    await counter.asks(historyWords['es-MX']['history.title']);
    await counter.sees('123456851236');
    await counter.press('Enter');
    await counter.sees(historyWords['es-MX']['history.cancel']);
    await counter.press('F11');
    await counter.sees(approval['es-MX']['approval.reason']);
    await counter.type('el cliente se equivocó');
    await counter.press('Enter');
    await counter.type('0000');
    await counter.press('Enter');
    await counter.sees('El PIN no es correcto');
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await counter.sees('quedó cancelado');
    await counter.press('Enter');
    await expect(async () => {
      const [newest, first] = await till.ask('payments.recent', { limit: 2 });
      expect(newest).toMatchObject({ kind: 'cancel', state: 'paid', handOver: 'done' });
      expect(first).toMatchObject({ cancelledBy: { state: 'paid' }, mayCancel: false });
    }).toPass();
    await counter.press('F2');
    await counter.asks(home['es-MX']['home.title']);
  });
});
