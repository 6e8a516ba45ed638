import type { ServiceVersion } from '../../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../../shared/rules/index.ts';
import type { MoneyOperation, MoneyRequest } from '../../../service/index.ts';

export function composeRequest(operation: MoneyOperation, version: ServiceVersion): MoneyRequest {
  if (operation.kind === 'cancel') {
    return {
      method: 'POST',
      target: '/transaction/cancel',
      body: JSON.stringify({ id: operation.transactionId }),
    };
  }
  const billId = operation.kind === 'pay' ? operation.billId : null;
  if (getServiceVersionInfo(version).paysOnlyBills && operation.kind === 'pay' && billId === null)
    throw new TypeError('version 3.3 pays only bills');
  return {
    method: 'POST',
    target: getTarget(operation.kind, billId),
    body: JSON.stringify({
      biller_id: operation.billerId,
      account_number: operation.accountNumber,
      name_on_account: operation.nameOnAccount,
      amount: operation.amount.amount,
      currency: operation.amount.currency,
      external_id: operation.externalId,
      pos_number: operation.posNumber,
      ...(operation.kind === 'cash-out' ? { cashier_id: operation.cashierId } : {}),
    }),
  };
}

function getTarget(kind: 'pay' | 'cash-out', billId: string | null): string {
  if (kind === 'cash-out') return '/bill/cash_out';
  return billId === null ? '/bill/pay' : `/bills/${billId}/pay`;
}
