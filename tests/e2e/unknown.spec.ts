import { describeProblem } from '../../shared/i18n/index.ts';
import {
  type Counter,
  expect,
  OWNER,
  QUICK_TAGS,
  type ServiceUnderTest,
  test,
} from './support/index.ts';

const MINUTES = 60_000;

async function confirmBill(counter: Counter): Promise<void> {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
}

async function performed(service: ServiceUnderTest): Promise<number> {
  return (await service.inspect()).transactions.length;
}

test.describe('an answer that did not come', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('is amber, and turns out paid', { tag: QUICK_TAGS }, async ({ counter, service }) => {
    await service.setFaults([
      { operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } },
      { operation: 'transactions', times: 1, fault: { kind: 'look-up-empty' } },
    ]);
    await confirmBill(counter);
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    await counter.expectText('POR CONFIRMAR');
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    await counter.expectText('PAGADO');
    expect(await performed(service)).toBe(1);
  });

  test('is certain once its signature has died: not performed, and the cash goes back', async ({
    counter,
    service,
    till,
  }) => {
    await service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
    await confirmBill(counter);
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    // The service's clock alone gives no money back: the time has to have passed here as well.
    service.advanceClock(17 * MINUTES);
    await counter.press('F1');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    await till.sleep(17 * MINUTES);
    // A till that nobody has used for so long has locked itself.
    await counter.page.locator('input[type=password]').waitFor();
    await counter.type(OWNER.pin);
    await counter.press('Enter');
    await expect(async () => {
      await counter.press('F1');
      await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(/^Devuelva/, {
        timeout: 2_000,
      });
    }).toPass();
    await counter.expectText(counter.getText('pay.notPerformed.word'));
    expect(await performed(service)).toBe(0);
  });

  test('keeps the same biller and account from being paid meanwhile', async ({
    counter,
    service,
  }) => {
    await service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
    await confirmBill(counter);
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    await expect(async () => {
      await counter.press('Escape');
      await expect(counter.page.getByRole('combobox')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await counter.find('cfe com', /CFE/);
    await counter.type('501000000007');
    await counter.press('Enter');
    const held = describeProblem({ kind: 'held', paymentId: '-' }, 'es-MX').happened;
    await expect(async () => {
      await counter.press('Enter');
      await expect(counter.page.getByText(held).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(await performed(service)).toBe(0);
    await counter.press('F9');
    await counter.expectText(/CFE/);
  });
});

test.describe('in the middle of a payment', () => {
  const slow = {
    operation: 'pay',
    times: 1,
    fault: { kind: 'answer-late', milliseconds: 20_000 },
  } as const;

  test('the page may be loaded anew: it stands where the payment stands', async ({
    counter,
    till,
  }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await till.setFaults([{ ...slow, fault: { ...slow.fault, milliseconds: 4_000 } }]);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.sending.title'));
    await till.page.reload();
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    const payments = await till.callTill('payments.recent', { limit: 10 });
    expect(payments.map((one) => one.state)).toEqual(['paid']);
  });

  for (const how of ['stop', 'kill'] as const) {
    test(`the till may ${how === 'stop' ? 'be closed' : 'lose its power'}: the payment is found again, once`, async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await till.setFaults([slow]);
      await counter.find('cfe com', /CFE/);
      await counter.goToConfirm({ account: '501000000007' });
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.sending.title'));
      // The fault has met the request: the service has it, and performs it.
      await expect(async () => {
        expect((await till.callTill('training.state', {})).faults).toEqual([]);
      }).toPass();
      await till[how]();
      await till.start();
      await till.page.getByRole('option', { name: OWNER.name }).waitFor();
      await till.page.getByRole('option').first().focus();
      await counter.type(OWNER.name.slice(0, 2));
      await counter.press('Enter');
      await till.page.locator('input[type=password]').waitFor();
      await counter.type(OWNER.pin);
      await counter.press('Enter');
      await expect(async () => {
        const payments = await till.callTill('payments.recent', { limit: 10 });
        expect(payments.map((one) => [one.state, one.sends])).toEqual([['paid', 1]]);
      }).toPass();
      const tapes = await till.callTill('printing.recent', { limit: 10 });
      expect(tapes.map((tape) => tape.kind)).toEqual(['original']);
    });
  }
});

test('a second window takes over, and the first says so and pays nothing', async ({
  counter,
  till,
}) => {
  test.skip(till.address === null, 'Electron has one window');
  await counter.signIn(OWNER.name, OWNER.pin);
  const second = await till.page.context().newPage();
  await second.goto(new URL('/', till.address ?? '').href);
  await second.getByRole('combobox').waitFor();
  const answer = await till.page.evaluate(async () => {
    const call: unknown = Reflect.get(Object(Reflect.get(window, 'till')), 'call');
    if (typeof call !== 'function') return 'no bridge';
    return await Promise.race([
      Promise.resolve(call('payments.recent', { limit: 1 })).then(
        () => 'answered',
        () => 'refused',
      ),
      new Promise((resolve) => setTimeout(() => resolve('silent'), 3_000)),
    ]);
  });
  expect(answer).not.toBe('answered');
});
