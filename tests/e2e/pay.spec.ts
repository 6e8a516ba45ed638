import { TRAINING_BILLERS } from '../../electron/training/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import {
  type Counter,
  expect,
  OWNER,
  QUICK_TAGS,
  type ServiceUnderTest,
  test,
} from './support/index.ts';

const { cfe, telmex, liverpool, predialGuadalajara } = TRAINING_BILLERS;

/** What the service did: exactly one payment after those `before` it, and this one. */
async function performedOnce(
  service: ServiceUnderTest,
  payment: { billerId: number; accountNumber: string; amount?: string },
  before = 0,
): Promise<string> {
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(before + 1);
  const done = transactions.filter(({ accountNumber }) => accountNumber === payment.accountNumber);
  expect(done).toHaveLength(1);
  expect(done[0]).toMatchObject(payment);
  return done[0]?.ticketText ?? '';
}

async function pay(counter: Counter): Promise<void> {
  await counter.press('F12');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
}

for (const version of SERVICE_VERSIONS) {
  test.describe(`a bill in ${version}`, { tag: version === 'v3.mx' ? QUICK_TAGS : [] }, () => {
    test.use({ serviceVersion: version });

    test('is looked up, paid whole, and printed as the service wrote it', async ({
      counter,
      service,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('cfe com', /CFE/);
      await counter.goToConfirm({ account: '501000000007', cash: '600' });
      await pay(counter);
      const ticket = await performedOnce(service, {
        billerId: cfe,
        accountNumber: '501000000007',
        amount: '549.00',
      });
      await counter.expectText('PAGADO');
      await expect(async () => {
        const tape = await counter.tape();
        for (const line of ticket.split('\n')) expect(tape).toContain(line.trimEnd());
      }).toPass();
    });
  });
}

test.describe('a bill from abroad, with a fee of the shop’s own', () => {
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

  test('says what it comes to above all the sums that one hands over, on the smallest screen', async ({
    counter,
  }) => {
    const { page } = counter;
    await counter.signIn(OWNER.name, OWNER.pin);
    await page.setViewportSize({ width: 1024, height: 768 });
    await counter.find('enel colombia', /Enel Colombia/);
    await counter.type('501000000007');
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.amount.fixedTitle'));
    await counter.press('Enter');
    await counter.expectQuestion(counter.getText('pay.cash.title'));
    const sums = page.getByRole('group', { name: counter.getText('pay.cash.sums') });
    const boxes = await sums
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().toJSON()));
    const fade = await page
      .getByRole('main')
      .locator('[data-goes-on]')
      .evaluate((element) => element.getBoundingClientRect().top);
    expect(boxes).toHaveLength(5);
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(fade);
  });
});

test.describe('the other types of payment', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('are paid one after the other', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await test.step('any amount, the look-up left out', async () => {
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '8112345678', amount: '150', cash: '200' });
      await pay(counter);
      await performedOnce(service, {
        billerId: telmex,
        accountNumber: '8112345678',
        amount: '150.00',
      });
    });

    await test.step('any amount, no look-up there is, with the name on the account', async () => {
      await counter.nextCustomer();
      await counter.find('liverpool', /Liverpool/);
      await counter.goToConfirm({ account: '4152313412', name: 'Ana Pérez', amount: '250.50' });
      await pay(counter);
      const payment = { billerId: liverpool, accountNumber: '4152313412', amount: '250.50' };
      await performedOnce(service, payment, 1);
    });

    await test.step('no look-up, and the shop answers for the whole bill', async () => {
      await counter.nextCustomer();
      await counter.find('predial gua', /Predial Guadalajara/);
      await counter.expectText(counter.getText('pay.type.shop-covers'));
      await counter.goToConfirm({ account: '12345678', amount: '9000' });
      await pay(counter);
      const payment = {
        billerId: predialGuadalajara,
        accountNumber: '12345678',
        amount: '9000.00',
      };
      await performedOnce(service, payment, 2);
    });
  });
});

test.describe('a refused payment', () => {
  test.use({ serviceVersion: 'v3.mx' });

  const refused = async (
    counter: Counter,
    service: ServiceUnderTest,
    code: string,
  ): Promise<void> => {
    await counter.press('F12');
    await counter.expectQuestion(/^Devuelva/);
    await counter.expectText(new RegExp(`\\b${code}\\b`));
    expect((await service.inspect()).transactions).toEqual([]);
  };

  test('says what the customer and the cashier are to do', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await test.step('at the look-up that the account is not known (R2)', async () => {
      await counter.find('cfe com', /CFE/);
      await counter.type('501000000004');
      await counter.press('Enter');
      await counter.expectQuestion(counter.getText('pay.balance.failedTitle'));
      await counter.expectText(/La cuenta no existe en CFE/);
      await counter.expectText(/Revise el número/);
      await counter.press('Escape', 'Escape');
    });

    await test.step('with the words of the bank beside ours (R126)', async () => {
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '9999999126', amount: '150' });
      await refused(counter, service, 'R126');
      await counter.expectText(/El servicio dice/);
      await counter.nextCustomer();
    });

    await test.step('that the shop has no balance left (R100), and at once what is left', async () => {
      await counter.find('telmex', /Telmex/);
      await counter.goToConfirm({ account: '8112345678', amount: '150' });
      const left = counter.page.locator('header').getByText('$10.00');
      await expect(left).toHaveCount(0);
      await service.setBalance('10.00');
      await refused(counter, service, 'R100');
      // Long before the account is asked for by itself.
      await expect(left).toBeVisible({ timeout: 10_000 });
    });
  });
});

test.describe('F12', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('is the only key that pays, is out of reach one Esc back, and pressed many times pays once', async ({
    counter,
    service,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007', cash: '600' });
    for (let n = 0; n < 10; n += 1) await counter.press('Enter');
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
    await performedOnce(service, { billerId: cfe, accountNumber: '501000000007' });
  });
});

test('an expert pays a known bill in at most 12 keys besides the account and the cash', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await expect(async () => {
    const { lists } = await till.callTill('catalog.state', {});
    expect(lists.filter((list) => list.refreshedAt !== null)).toHaveLength(4);
  }).toPass();
  const before = counter.keys();
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
  await counter.nextCustomer();
  expect(counter.keys() - before - '501000000007600'.length).toBeLessThanOrEqual(12);
});
