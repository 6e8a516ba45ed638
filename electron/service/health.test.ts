import { expect, it } from 'vitest';
import { createMoney } from '../../shared/money/index.ts';
import { createTestService } from './test-exchange.ts';

it('returns the answer to a payment when a health listener throws', async () => {
  const { service, runUntilSettled } = createTestService(() => ({
    kind: 'answered',
    status: 201,
    headers: {},
    body: '{"id":81346,"external_id":"e-1"}',
  }));
  let notifications = 0;
  service.onHealthChange(() => {
    throw new Error('the status line broke');
  });
  service.onHealthChange(() => {
    notifications += 1;
  });
  const request = service.compose({
    kind: 'pay',
    billerId: 40,
    accountNumber: '501000000007',
    nameOnAccount: null,
    amount: createMoney('10.00', 'MXN'),
    externalId: 'e-1',
    posNumber: '07',
    billId: null,
  });
  const answer = await runUntilSettled(
    service.send(request, { idempotencyKey: 'k-1', requestDate: 0 }),
  );
  expect(answer.kind).toBe('done');
  expect(notifications).toBeGreaterThan(0);
});
