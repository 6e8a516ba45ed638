import { describeProblem } from '../../shared/i18n/index.ts';
import {
  confirmOutcome,
  expect,
  type KeyboardCashier,
  OWNER,
  QUICK_TAGS,
  type ServiceUnderTest,
  test,
} from './support/index.ts';

const MINUTE_MS = 60_000;

async function confirmBill(counter: KeyboardCashier): Promise<void> {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
}

async function countPerformed(service: ServiceUnderTest): Promise<number> {
  return (await service.inspect()).transactions.length;
}

test.describe('missing answer', () => {
  test.use({ serviceVersion: 'v3.mx' });

  test('shows an unknown outcome and then the payment as paid', { tag: QUICK_TAGS }, async ({
    counter,
    service,
  }) => {
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
    expect(await countPerformed(service)).toBe(1);
  });

  test('returns the cash when the signature expired and the payment was not performed', async ({
    counter,
    service,
    till,
  }) => {
    await service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
    await confirmBill(counter);
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    // The service's clock alone returns no money: the time must also pass on this machine.
    service.advanceClock(17 * MINUTE_MS);
    await counter.press('F1');
    await counter.expectQuestion(counter.getText('pay.unknown.title'));
    await till.sleep(17 * MINUTE_MS);
    // A till that was unused for so long has locked itself.
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
    expect(await countPerformed(service)).toBe(0);
  });

  test('blocks another payment to the same biller and account', async ({ counter, service }) => {
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
    const heldText = describeProblem({ kind: 'held', paymentId: '-' }, 'es-MX').title;
    await expect(async () => {
      await counter.press('Enter');
      await expect(counter.page.getByText(heldText).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(await countPerformed(service)).toBe(0);
    await counter.press('F9');
    await counter.expectText(/CFE/);
  });
});

test.describe('interrupted payment', () => {
  const lateAnswer = {
    operation: 'pay',
    times: 1,
    fault: { kind: 'answer-late', milliseconds: 20_000 },
  } as const;

  test('shows the payment again after the page is reloaded', async ({ counter, till }) => {
    await counter.signIn(OWNER.name, OWNER.pin);
    await till.setFaults([{ ...lateAnswer, fault: { ...lateAnswer.fault, milliseconds: 4_000 } }]);
    await counter.find('cfe com', /CFE/);
    await counter.goToConfirm({ account: '501000000007' });
    await counter.press('F12');
    await counter.expectQuestion(counter.getText('pay.sending.title'));
    await till.page.reload();
    await counter.expectQuestion(/^(Entregue|Pagado)/);
    const payments = await till.callTill('payments.recent', { limit: 10 });
    expect(payments.map((payment) => payment.state)).toEqual(['paid']);
  });

  for (const interruption of ['stop', 'kill'] as const) {
    test(`finds the payment once after the till ${interruption === 'stop' ? 'was closed' : 'lost its power'}`, async ({
      counter,
      till,
    }) => {
      await counter.signIn(OWNER.name, OWNER.pin);
      await till.setFaults([lateAnswer]);
      await counter.find('cfe com', /CFE/);
      await counter.goToConfirm({ account: '501000000007' });
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.sending.title'));
      // The fault was applied: the service has the request, and performs it.
      await expect(async () => {
        expect((await till.callTill('training.state', {})).faults).toEqual([]);
      }).toPass();
      await till[interruption]();
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
        expect(payments.map((payment) => [payment.state, payment.sends])).toEqual([['paid', 1]]);
      }).toPass();
      // Nobody waited for the outcome: a cashier confirms it first.
      expect(await till.callTill('printing.recent', { limit: 10 })).toEqual([]);
      await confirmOutcome(counter, till);
      await expect(async () => {
        const tapes = await till.callTill('printing.recent', { limit: 10 });
        expect(tapes.map((tape) => tape.kind)).toEqual(['original']);
      }).toPass();
    });
  }
});

test('rejects calls of the first page after a second page took over', async ({ counter, till }) => {
  test.skip(till.address === null, 'Electron has one window');
  await counter.signIn(OWNER.name, OWNER.pin);
  const secondPage = await till.page.context().newPage();
  await secondPage.goto(new URL('/', till.address ?? '').href);
  await secondPage.getByRole('combobox').waitFor();
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
