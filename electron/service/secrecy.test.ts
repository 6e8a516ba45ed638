import { describe, expect, it } from 'vitest';
import { createMoney } from '../../shared/money/index.ts';
import { createVirtualClock, type Log } from '../platform/index.ts';
import { createBillPaymentService } from './index.ts';

describe('the request log', () => {
  it('logs no key, signature, account number or body of a request', async () => {
    const lines: string[] = [];
    const recordLine = (fields: object, message: string): void => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    const log: Log = { info: recordLine, warn: recordLine, error: recordLine };
    const sentHeaders: string[] = [];
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
          sentHeaders.push(JSON.stringify(request.headers));
          return {
            kind: 'answered',
            status: 422,
            headers: {},
            body: '{"code":"R2","message":"ACCOUNTNUMBER is wrong"}',
          };
        },
      },
    );
    const account = {
      billerId: 40,
      accountNumber: 'ACCOUNTNUMBER',
      nameOnAccount: 'HOLDERNAME',
      currency: 'MXN',
    };
    await service.consult(account);
    await service.lookUp('EXTERNALID');
    const request = service.compose({
      kind: 'pay',
      ...account,
      amount: createMoney('1234.56', 'MXN'),
      externalId: 'EXTERNALID',
      posNumber: '07',
      billId: null,
    });
    await service.send(request, {
      idempotencyKey: 'IDEMPOTENCYKEY',
      requestDate: service.getRequestDate(),
    });

    expect(lines).toHaveLength(3);
    const logText = lines.join('\n');
    expect(logText).toContain('/bill/pay');
    expect(logText).not.toMatch(/APIKEY|SECRETKEY|ACCOUNTNUMBER|HOLDERNAME|EXTERNALID|1234/);
    expect(logText).not.toMatch(/APIAuth|IDEMPOTENCYKEY/);
    // The secret key itself is not even sent.
    expect(sentHeaders.join('\n')).not.toContain('SECRETKEY');
  });
});
