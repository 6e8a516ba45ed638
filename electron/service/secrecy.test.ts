import { describe, expect, it } from 'vitest';
import { createMoney } from '../../shared/money/index.ts';
import { createVirtualClock, type Log } from '../platform/index.ts';
import { createBillPaymentService } from './index.ts';

describe('what the log hears of a request', () => {
  it('is neither a key, nor a signature, nor an account, nor a body', async () => {
    const lines: string[] = [];
    const note = (fields: object, message: string): void => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    const log: Log = { info: note, warn: note, error: note };
    const seen: string[] = [];
    const service = createBillPaymentService(
      {
        baseUrl: 'https://service.test',
        vendor: 'acme',
        version: 'v1.6',
        apiKey: 'APIKEY',
        secretKey: 'SECRETKEY',
      },
      {
        clock: createVirtualClock(),
        log,
        exchange: async (request) => {
          seen.push(JSON.stringify(request.headers));
          return {
            kind: 'answered',
            status: 422,
            headers: {},
            body: '{"code":"R2","message":"ACCOUNTNUMBER is wrong"}',
          };
        },
      },
    );
    const who = {
      billerId: 40,
      accountNumber: 'ACCOUNTNUMBER',
      nameOnAccount: 'HOLDERNAME',
      currency: 'MXN',
    };
    await service.consult(who);
    await service.lookUp('EXTERNALID');
    const request = service.compose({
      kind: 'pay',
      ...who,
      amount: createMoney('1234.56', 'MXN'),
      externalId: 'EXTERNALID',
      posNumber: '07',
      billId: null,
    });
    await service.send(request, {
      idempotencyKey: 'IDEMPOTENCYKEY',
      requestDate: service.requestDate(),
    });

    expect(lines).toHaveLength(3);
    const heard = lines.join('\n');
    expect(heard).toContain('/bill/pay');
    expect(heard).not.toMatch(/APIKEY|SECRETKEY|ACCOUNTNUMBER|HOLDERNAME|EXTERNALID|1234/);
    expect(heard).not.toMatch(/APIAuth|IDEMPOTENCYKEY/);
    // The secret key itself goes nowhere at all.
    expect(seen.join('\n')).not.toContain('SECRETKEY');
  });
});
