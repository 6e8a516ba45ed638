import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createMoney } from '../../../shared/money/index.ts';
import type {
  PerformedTransaction,
  TransactionSource,
} from '../../back-office/reconciliation/index.ts';
import {
  type Clock,
  type CreateId,
  flushFolderToDiskSync,
  toIsoTime,
} from '../../platform/index.ts';
import type {
  BillPaymentService,
  MoneyAnswer,
  MoneyOperation,
  MoneyRequest,
  ServiceTransaction,
} from '../../service/index.ts';

/** One money operation as it was decided: a repetition sends it unchanged. */
export interface CertificationAttempt {
  readonly operation: MoneyOperation;
  readonly request: MoneyRequest;
  readonly idempotencyKey: string;
}

/** Records each money operation on disk before it is sent, and what was performed. */
export interface CertificationAttempts {
  /** The attempt is on disk when this returns. */
  createAttempt(service: BillPaymentService, operation: MoneyOperation): CertificationAttempt;
  send(service: BillPaymentService, attempt: CertificationAttempt): Promise<MoneyAnswer>;
  /** The service performed it; recorded once for each external_id. */
  recordPerformed(attempt: CertificationAttempt, transaction: ServiceTransaction): void;
  readonly transactionSource: TransactionSource;
  close(): void;
}

export function openCertificationAttempts(
  folder: string,
  clock: Clock,
  createId: CreateId,
): CertificationAttempts {
  const file = openSync(join(folder, 'attempts.jsonl'), 'wx', 0o600);
  flushFolderToDiskSync(folder);
  const write = (entry: object): void => {
    writeSync(file, `${JSON.stringify({ at: toIsoTime(clock.now()), ...entry })}\n`);
    fsyncSync(file);
  };
  const transactions = new Map<string, PerformedTransaction>();
  return {
    createAttempt: (service, operation) => {
      const attempt = {
        operation,
        request: service.compose(operation),
        idempotencyKey: createId(),
      };
      write({ decided: attempt });
      return attempt;
    },
    send: async (service, { request, idempotencyKey }) => {
      const requestDate = service.getRequestDate();
      write({ sent: idempotencyKey, requestDate: toIsoTime(requestDate) });
      const answer = await service.send(request, { idempotencyKey, requestDate });
      write({ answered: idempotencyKey, answer });
      return answer;
    },
    recordPerformed: ({ operation }, transaction) => {
      if (operation.kind === 'cancel' || transactions.has(operation.externalId)) return;
      const { amount, currency } = operation.amount;
      transactions.set(operation.externalId, {
        paymentId: operation.externalId,
        performedSecond: Math.floor(
          (transaction.createdAt === null ? clock.now() : Date.parse(transaction.createdAt)) / 1000,
        ),
        billerId: operation.billerId,
        authorization: transaction.id,
        accountNumber: operation.accountNumber,
        accountShown: operation.accountNumber,
        amount: createMoney(amount, currency).amount,
        currency,
        posNumber: operation.posNumber,
        externalId: operation.externalId,
        isDrp: false,
      });
    },
    transactionSource: {
      // All transactions belong to this certification, whatever the service's clock shows.
      listTransactions: async function* () {
        yield [...transactions.values()].sort((a, b) => a.performedSecond - b.performedSecond);
      },
    },
    close: () => closeSync(file),
  };
}
