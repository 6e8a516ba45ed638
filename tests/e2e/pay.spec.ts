import { TRAINING_BILLERS } from '../../electron/training/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { sampleFraction } from '../support/sampling.ts';
import {
  expect,
  type KeyboardCashier,
  OWNER,
  QUICK_TAGS,
  type ServiceUnderTest,
  test,
} from './support/index.ts';

const { cfe, telmex, liverpool, predialGuadalajara } = TRAINING_BILLERS;

/** Expects exactly one payment after the first `earlierCount` ones, and returns its ticket text. */
async function expectPerformedOnce(
  service: ServiceUnderTest,
  payment: { billerId: number; accountNumber: string; amount?: string },
  earlierCount = 0,
): Promise<string> {
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(earlierCount + 1);
  const matches = transactions.filter(
    ({ accountNumber }) => accountNumber === payment.accountNumber,
  );
  expect(matches).toHaveLength(1);
  expect(matches[0]).toMatchObject(payment);
  return matches[0]?.ticketText ?? '';
}

async function pay(counter: KeyboardCashier): Promise<void> {
  await counter.press('F12');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
}

/** Every run pays a bill in each version with the keyboard, see flows.spec.ts. */
for (const version of sampleFraction(3, 'bill', SERVICE_VERSIONS)) {
  test.describe(`bill in ${version}`, { tag: version === 'v3.mx' ? QUICK_TAGS : [] }, () => {
    test.use({ serviceVersion: version });

    test("looks up a bill, pays it in full and prints the service's text", async ({
      counter,
      service,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('cfe com', /CFE/);
      await counter.goToConfirm({ account: '501000000007', cash: '600' });
      await pay(counter);
      const ticket = await expectPerformedOnce(service, {
        billerId: cfe,
        accountNumber: '501000000007',
        amount: '549.00',
      });
      await counter.expectText('PAGADO');
      await expect(async () => {
        const tape = await counter.readTape();
        for (const line of ticket.split('\n')) expect(tape).toContain(line.trimEnd());
      }).toPass();
    });
  });
}

test.describe('foreign bill with a fee of the shop', () => {
  test.use({
    serviceVersion: 'v3.mx',
    provisioning: {
      customerFee: {
        kind: 'fixed',
        utility: '1500',
        'top-up': '0',
        'gift-card': '0',
        partner: '0',
      },
    },
  });

  test('shows the amount due above all suggested sums on the smallest screen', async ({
    counter,
  }) => {
    const { page } = counter;
    await counter.signIn(OWNER.name, OWNER.pin);
    await page.setViewportSize({ width: 1024, height: 768 });
    await counter.find('enel colombia', /Enel Colombia/);
    await counter.type('501000000007');
    await counter.press('Enter');
    // The fee is shown before the cash.
    await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    const sums = page.getByRole('group', { name: counter.getText('pay.cash.sums') });
    const boxes = await sums
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON()));
    const fade = await page
      .getByRole('main')
      .locator('[data-goes-on]')
      .evaluate((element) => element.getBoundingClientRect().top);
    expect(boxes).toHaveLength(5);
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(fade);
  });
});

test.describe('other payment types', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('pays each payment type in turn', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await test.step('any amount, without the optional look-up', async () => {
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '8112345678', amount: '150', cash: '200' });
      await pay(counter);
      await expectPerformedOnce(service, {
        billerId: telmex,
        accountNumber: '8112345678',
        amount: '150.00',
      });
    });

    await test.step('any amount, no look-up offered, with the name on the account', async () => {
      await counter.goToNextCustomer();
      await counter.find('liverpool', /Liverpool/);
      await counter.goToConfirm({ account: '4152313412', name: 'Ana Pérez', amount: '250.50' });
      await pay(counter);
      const payment = { billerId: liverpool, accountNumber: '4152313412', amount: '250.50' };
      await expectPerformedOnce(service, payment, 1);
    });

    await test.step('no look-up, and the shop covers the whole bill', async () => {
      await counter.goToNextCustomer();
      await counter.find('predial gua', /Predial Guadalajara/);
      await counter.expectText(counter.getText('pay.type.shop-covers'));
      await counter.goToConfirm({ account: '12345678', amount: '9000' });
      await pay(counter);
      const payment = {
        billerId: predialGuadalajara,
        accountNumber: '12345678',
        amount: '9000.00',
      };
      await expectPerformedOnce(service, payment, 2);
    });
  });
});

test.describe('rejected payment', () => {
  test.use({ serviceVersion: 'v3.mx' });

  const expectRejected = async (
    counter: KeyboardCashier,
    service: ServiceUnderTest,
    code: string,
  ): Promise<void> => {
    await counter.press('F12');
    await counter.expectQuestion(/^Devuelva/);
    await counter.expectText(new RegExp(`\\b${code}\\b`));
    expect((await service.inspect()).transactions).toEqual([]);
  };

  test('tells customer and cashier what to do after a rejection', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await test.step('unknown account at the look-up (R2)', async () => {
      await counter.find('cfe com', /CFE/);
      await counter.type('501000000004');
      await counter.press('Enter');
      // The cause is the title.
      await counter.expectQuestion(/La cuenta no existe en CFE/);
      await counter.expectText(/Revise el número/);
      await counter.press('Escape', 'Escape');
    });

    await test.step("the bank's text beside ours (R126)", async () => {
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '9999999126', amount: '150' });
      await expectRejected(counter, service, 'R126');
      await counter.expectText(/El servicio dice/);
      await counter.goToNextCustomer();
    });

    await test.step('no balance left (R100), and the new balance at once', async () => {
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '8112345678', amount: '150' });
      const balance = counter.page.locator('header').getByText('$10.00');
      await expect(balance).toHaveCount(0);
      await service.setBalance('10.00');
      await expectRejected(counter, service, 'R100');
      // Long before the scheduled request of the account.
      await expect(balance).toBeVisible({ timeout: 10_000 });
    });
  });
});

test.describe('F12', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('pays once and only with F12 on the confirm step', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007', cash: '600' });
    for (let press = 0; press < 10; press += 1) await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    expect((await service.inspect()).transactions).toEqual([]);

    await counter.press('Escape', 'F12');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    await expect(counter.page.getByRole('textbox')).toHaveValue('600');
    expect((await service.inspect()).transactions).toEqual([]);

    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.confirm.title'));
    await Promise.all(Array.from({ length: 8 }, () => counter.page.keyboard.press('F12')));
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    await expectPerformedOnce(service, { billerId: cfe, accountNumber: '501000000007' });
  });
});

test('pays a bill with at most 12 keys besides the account and the cash', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await expect(async () => {
    const { lists } = await till.callTill('catalog.state', {});
    expect(lists.filter((list) => list.refreshedAt !== null)).toHaveLength(4);
  }).toPass();
  const initialKeyCount = counter.getKeyCount();
  await counter.type('cfe');
  await expect(counter.page.getByRole('option').first()).toContainText('CFE');
  while (
    (await counter.page.getByRole('option', { selected: true }).innerText()).includes(
      'Comisión',
    ) === false
  )
    await counter.press('ArrowDown');
  await counter.press('Enter');
  await counter.expectText(counter.getText('pay.account.account_number'));
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await pay(counter);
  await counter.goToNextCustomer();
  expect(counter.getKeyCount() - initialKeyCount - '501000000007600'.length).toBeLessThanOrEqual(
    12,
  );
});
