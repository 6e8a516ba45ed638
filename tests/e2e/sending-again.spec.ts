import { type Counter, expect, OWNER, type ServiceUnderTest, test } from './support/index.ts';

test.use({ serviceVersion: 'v3.mx', provisioning: { deadlineSeconds: 5 } });

async function sendIntoTheUnknown(counter: Counter): Promise<void> {
  await counter.signIn(OWNER.name, OWNER.pin);
  await counter.find('cfe com', /CFE/);
  await counter.upToConfirm({ account: '501000000007', cash: '600' });
  await counter.press('F12');
  await counter.asks(counter.words('pay.unknown.title'));
}

async function performedOnce(service: ServiceUnderTest, externalId: string): Promise<void> {
  const { transactions } = await service.inspect();
  expect(transactions.map((one) => [one.externalId, one.amount])).toEqual([[externalId, '549.00']]);
}

test('what never arrived is sent again by the cashier, with the customer still there', async ({
  counter,
  service,
  till,
}) => {
  await service.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'cut-before-commit' } }]);
  await sendIntoTheUnknown(counter);
  // Not while the first request may still be on its way.
  await counter.press('Control+e');
  expect((await till.ask('payments.recent', { limit: 1 }))[0]?.sends).toBe(1);
  await counter.sees(counter.words('pay.unknown.sendAgain'));
  await counter.press('Control+e', 'Control+e');
  await counter.asks(/^Entregue/);
  const [payment] = await till.ask('payments.recent', { limit: 2 });
  expect(payment).toMatchObject({ state: 'paid', sends: 2 });
  await performedOnce(service, payment?.externalId ?? '');
});

test('what arrives late and is sent again meanwhile is performed once', async ({
  counter,
  service,
  till,
}) => {
  await service.setFaults([
    { operation: 'pay', times: 1, fault: { kind: 'commit-late', milliseconds: 12_000 } },
  ]);
  await sendIntoTheUnknown(counter);
  await counter.sees(counter.words('pay.unknown.sendAgain'));
  await counter.press('Control+e');
  await expect(counter.page.getByRole('heading', { level: 1 })).toContainText(/^Entregue/, {
    timeout: 30_000,
  });
  const [payment] = await till.ask('payments.recent', { limit: 2 });
  expect(payment).toMatchObject({ state: 'paid', sends: 2 });
  await performedOnce(service, payment?.externalId ?? '');
});
