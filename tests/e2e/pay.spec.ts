import { TRAINING_BILLERS } from '../../electron/training/index.ts';
import {
  type Counter,
  expect,
  OWNER,
  QUICK,
  type ServiceUnderTest,
  test,
} from './support/index.ts';

const { cfe, telmex, liverpool, predialGuadalajara } = TRAINING_BILLERS;

/** What the service did: exactly one payment, and this one. */
async function performedOnce(
  service: ServiceUnderTest,
  payment: { billerId: number; accountNumber: string; amount?: string },
): Promise<string> {
  const { transactions } = await service.inspect();
  expect(transactions).toHaveLength(1);
  expect(transactions[0]).toMatchObject(payment);
  return transactions[0]?.ticketText ?? '';
}

async function pay(counter: Counter): Promise<void> {
  await counter.press('F12');
  await counter.asks(/^Entregue/);
}

for (const version of ['v1.6', 'v3.3', 'v3.mx', 'v3.co'] as const) {
  test.describe(`a bill in ${version}`, { tag: version === 'v3.mx' ? QUICK : [] }, () => {
    test.use({ serviceVersion: version });

    test('is looked up, paid whole, and printed as the service wrote it', async ({
      counter,
      service,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await counter.find('cfe com', /CFE/);
      await counter.upToConfirm({ account: '501000000007', cash: '600' });
      await pay(counter);
      const ticket = await performedOnce(service, {
        billerId: cfe,
        accountNumber: '501000000007',
        amount: '549.00',
      });
      await counter.sees('PAGADO');
      await expect(async () => {
        const tape = await counter.tape();
        for (const line of ticket.split('\n')) expect(tape).toContain(line.trimEnd());
      }).toPass();
    });
  });
}

test.describe('the other types of payment', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('any amount, the look-up left out', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('telmex', /Telmex/);
    await counter.upToConfirm({ account: '8112345678', amount: '150', cash: '200' });
    await pay(counter);
    await performedOnce(service, {
      billerId: telmex,
      accountNumber: '8112345678',
      amount: '150.00',
    });
  });

  test('any amount, no look-up there is, with the name on the account', async ({
    counter,
    service,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('liverpool', /Liverpool/);
    await counter.upToConfirm({ account: '4152313412', name: 'Ana Pérez', amount: '250.50' });
    await pay(counter);
    await performedOnce(service, {
      billerId: liverpool,
      accountNumber: '4152313412',
      amount: '250.50',
    });
  });

  test('no look-up, and the shop answers for the whole bill', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('predial gua', /Predial Guadalajara/);
    await counter.sees(counter.words('pay.type.shop-covers'));
    await counter.upToConfirm({ account: '12345678', amount: '9000' });
    await pay(counter);
    await performedOnce(service, {
      billerId: predialGuadalajara,
      accountNumber: '12345678',
      amount: '9000.00',
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
    await counter.asks(/^Devuelva/);
    await counter.sees(new RegExp(`\\b${code}\\b`));
    expect((await service.inspect()).transactions).toEqual([]);
  };

  test('says at the look-up that the account is not known (R2)', async ({ counter }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.type('501000000004');
    await counter.press('Enter');
    await counter.asks(counter.words('pay.balance.failedTitle'));
    await counter.sees(/La cuenta no existe en CFE/);
    await counter.sees(/Revise el número/);
  });

  test('says that the shop has no balance left (R100)', async ({ counter, service }) => {
    await service.setBalance('10.00');
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('telmex', /Telmex/);
    await counter.upToConfirm({ account: '8112345678', amount: '150' });
    await refused(counter, service, 'R100');
  });

  test('shows the words of the bank beside ours (R126)', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('telmex', /Telmex/);
    await counter.upToConfirm({ account: '9999999126', amount: '150' });
    await refused(counter, service, 'R126');
    await counter.sees(/El servicio dice/);
  });
});

test.describe('F12', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('is the only key that pays: a run of Enters does not', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.upToConfirm({ account: '501000000007' });
    for (let n = 0; n < 10; n += 1) await counter.press('Enter');
    await counter.asks(counter.words('pay.confirm.title'));
    expect((await service.inspect()).transactions).toEqual([]);
  });

  test('pressed many times pays once', async ({ counter, service }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.upToConfirm({ account: '501000000007' });
    await Promise.all(Array.from({ length: 8 }, () => counter.page.keyboard.press('F12')));
    await counter.asks(/^Entregue/);
    await performedOnce(service, { billerId: cfe, accountNumber: '501000000007' });
  });

  test('is out of reach one Esc back, and what was typed is still there', async ({
    counter,
    service,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await counter.find('cfe com', /CFE/);
    await counter.upToConfirm({ account: '501000000007', cash: '600' });
    await counter.press('Escape', 'F12');
    await counter.asks(counter.words('pay.cash.title'));
    await expect(counter.page.getByRole('textbox')).toHaveValue('600');
    expect((await service.inspect()).transactions).toEqual([]);
  });
});

test('an expert pays a known bill in at most 12 keys besides the account and the cash', async ({
  counter,
  till,
}) => {
  await counter.signIn(OWNER.name, OWNER.pin);
  await expect(async () => {
    const { lists } = await till.ask('catalog.state', {});
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
  await counter.sees(counter.words('pay.account.account_number'));
  await counter.upToConfirm({ account: '501000000007', cash: '600' });
  await pay(counter);
  await counter.nextCustomer();
  expect(counter.keys() - before - '501000000007600'.length).toBeLessThanOrEqual(12);
});
