import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { sampleCases } from '../support/sampling.ts';
import {
  expect,
  expectScreenInOrder,
  type KeyboardCashier,
  OWNER,
  type ServiceUnderTest,
  test,
} from './support/index.ts';
import {
  approve,
  CASH_OUT_BILLER,
  type FlowContext,
  getNewestPayment,
  goToCancelQuestion,
  goToCashOutConfirm,
  handOver,
  payBill,
} from './support/payment-flows.ts';

test.use({ serviceVersion: 'v3.mx', provisioning: { deadlineSeconds: 5 } });

async function sendWithUnknownOutcome(counter: KeyboardCashier): Promise<void> {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.goToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.expectQuestion(counter.getText('pay.unknown.title'));
}

async function expectPerformedOnce(service: ServiceUnderTest, externalId: string): Promise<void> {
  const { transactions } = await service.inspect();
  expect(transactions.map((transaction) => [transaction.externalId, transaction.amount])).toEqual([
    [externalId, '549.00'],
  ]);
}

test('resends a request that never arrived when the cashier asks for it', async ({
  counter,
  service,
  till,
}) => {
  await service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
  await sendWithUnknownOutcome(counter);
  // Not while the first request may still arrive.
  await counter.press('Control+e');
  expect((await till.callTill('payments.recent', { limit: 1 }))[0]?.sends).toBe(1);
  await counter.expectText(counter.getText('pay.unknown.sendAgain'));
  await counter.press('Control+e', 'Control+e');
  await counter.expectQuestion(/^(Entregue|Pagado)/);
  const [payment] = await till.callTill('payments.recent', { limit: 2 });
  expect(payment).toMatchObject({ state: 'paid', sends: 2 });
  await expectPerformedOnce(service, payment?.externalId ?? '');
});

test('performs a payment once when it arrives late after a resend', async ({
  counter,
  service,
  till,
}) => {
  await service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'commit-late', milliseconds: 12_000 } },
  ]);
  await sendWithUnknownOutcome(counter);
  await counter.expectText(counter.getText('pay.unknown.sendAgain'));
  await counter.press('Control+e');
  await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(/^(Entregue|Pagado)/);
  const [payment] = await till.callTill('payments.recent', { limit: 2 });
  expect(payment).toMatchObject({ state: 'paid', sends: 2 });
  await expectPerformedOnce(service, payment?.externalId ?? '');
});

for (const version of sampleCases('cash-outs again', SERVICE_VERSIONS, 1)) {
  test.describe(`cash-out in ${version}`, () => {
    test.use({
      serviceVersion: version,
      provisioning: { deadlineSeconds: 5, cashOutBillers: [CASH_OUT_BILLER] },
    });

    test('resends a cash-out that never arrived and hands it over after the confirmation', async ({
      counter,
      service,
      till,
    }) => {
      const cashier: FlowContext = {
        counter,
        till,
        version,
        language: 'es-MX',
        checkScreen: async () => {},
      };
      await service.setFaults([
        { operation: 'cash-out', times: 1, fault: { kind: 'cut-before-commit' } },
      ]);
      await counter.signIn(OWNER.name, OWNER.pin);
      await goToCashOutConfirm(cashier);
      await counter.press('F12');
      await counter.expectQuestion(counter.getText('pay.cashOut.unknown'));
      await counter.expectText(counter.getText('pay.cashOut.sendAgainAction'));
      await expectScreenInOrder(till.page, 'es-MX');
      await counter.press('F11', 'Enter', 'Control+e', 'Control+e');
      await counter.expectQuestion(counter.getText('pay.cashOut.handOver'));
      const payment = await getNewestPayment(cashier);
      expect(payment).toMatchObject({ state: 'paid', sends: 2, handOver: 'now' });
      const { transactions } = await service.inspect();
      expect(transactions.map((transaction) => transaction.externalId)).toEqual([
        payment?.externalId,
      ]);
      await handOver(cashier);
    });
  });
}

test.describe('cancel in v1.6, whose rows have no status', () => {
  test.use({ serviceVersion: 'v1.6', provisioning: { deadlineSeconds: 5 } });

  for (const fault of ['cut-before-commit', 'commit-and-cut'] as const) {
    test(`resends a cancel after ${fault} and returns the money once`, async ({
      counter,
      service,
      till,
    }) => {
      const cashier: FlowContext = {
        counter,
        till,
        version: 'v1.6',
        language: 'es-MX',
        checkScreen: async () => {},
      };
      await counter.signIn(OWNER.name, OWNER.pin);
      await payBill(cashier);
      await service.setFaults([
        { operation: 'cancel', times: 1, fault: { kind: fault } },
        { operation: 'transactions', times: 1_000, fault: { kind: 'status-left-out' } },
      ]);
      await goToCancelQuestion(cashier);
      await approve(cashier, 'el cliente se equivocó');
      await counter.expectQuestion(counter.getText('pay.cancel.unknown'));
      await counter.expectText(counter.getText('pay.cancel.sendAgainAction'));
      await expectScreenInOrder(till.page, 'es-MX');
      await counter.press('F11', 'Control+e', 'Control+e');
      await counter.expectText(counter.getText('pay.cancel.handedOver'));
      expect(await getNewestPayment(cashier)).toMatchObject({
        kind: 'cancel',
        state: 'paid',
        sends: 2,
      });
      await handOver(cashier);
      const { transactions } = await service.inspect();
      expect(transactions.map((transaction) => transaction.status)).toEqual(['refunded']);
    });
  }
});
