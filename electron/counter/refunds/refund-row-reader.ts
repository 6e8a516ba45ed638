import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import { type PaymentRecord, readPayment } from '../../ledger/index.ts';
import type { BillPaymentService, TransactionLookUp } from '../../service/index.ts';
import {
  type ServiceTransactionState,
  toServiceTransactionState,
} from './service-transaction-state.ts';
import type { RefundPorts, RefundRecorder } from './types.ts';

/** Reads the row of one paid payment, and records its state. */
export interface RefundStateReader {
  readTransactionState(
    service: BillPaymentService,
    paymentId: string,
    by: { readonly how: 'watch' | 'cashier'; readonly cashier: AuditPerson | null },
  ): Promise<Result<ServiceTransactionState>>;
}

export function createRefundStateReader(
  ports: Pick<RefundPorts, 'database' | 'log' | 'onChange'>,
  parts: { readonly recorder: RefundRecorder; readonly isStopped: () => boolean },
): RefundStateReader {
  const { database, log } = ports;

  async function lookUpRow(
    service: BillPaymentService,
    record: PaymentRecord,
  ): Promise<TransactionLookUp> {
    const { authorization } = record.outcome;
    if (authorization !== null) {
      const byId = await service.lookUpTransaction(authorization);
      if (byId.kind === 'found' || byId.kind === 'failed') return byId;
    }
    return await service.lookUp(record.intent.externalId);
  }

  async function lookUpRowSafely(
    service: BillPaymentService,
    record: PaymentRecord,
  ): Promise<TransactionLookUp> {
    try {
      return await lookUpRow(service, record);
    } catch (error) {
      const { id } = record.intent;
      log.error({ err: error, paymentId: id }, 'refunds: service client threw while reading row');
      return { kind: 'failed', problem: { kind: 'internal', reference: id } };
    }
  }

  return {
    readTransactionState: async (service, paymentId, by) => {
      const record = readPayment(database, paymentId);
      if (!record) return fail<Problem>({ kind: 'not-found', what: 'payment' });
      const lookUp = await lookUpRowSafely(service, record);
      if (lookUp.kind === 'failed') return fail(lookUp.problem);
      if (parts.isStopped()) return fail<Problem>({ kind: 'not-connected', reason: 'not-ready' });
      // The payment may have been cancelled or handed over in the meantime.
      const currentRecord = readPayment(database, paymentId) ?? record;
      const transactionState = toServiceTransactionState(
        currentRecord,
        lookUp.kind === 'found' ? lookUp.rows : [],
      );
      if (transactionState.kind === 'differs') {
        log.error({ paymentId }, 'refunds: row no longer matches paid payment');
      }
      const isNew = database.commit(() =>
        parts.recorder.recordTransactionStateInCommit(currentRecord, transactionState, by),
      );
      if (isNew) ports.onChange(paymentId);
      return ok(transactionState);
    },
  };
}
