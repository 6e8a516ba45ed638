/** Generation 1.6: flat operations, every call a POST. */
import { assertNever, fail, type Problem } from '../../../shared/contract/index.ts';
import type { MoneyOperation, MoneyRequest } from '../types.ts';
import { jsonNumber, readConsult, readTopUpCheck, writeExact } from '../wire/index.ts';
import {
  accountFields,
  type Generation,
  postRead,
  readObject,
  readTheAccount,
  readTheBillers,
  readTheRates,
  type Wire,
} from './generation.ts';
import { lookUpByExternalId, lookUpById } from './look-up.ts';
import { wireAmount } from './money.ts';
import { listTransactionPage } from './transaction-pages.ts';

export function generation1(wire: Wire): Generation {
  const { reader, prefix } = wire;
  const transactions = { reader, method: 'POST', path: `${prefix}/transactions` } as const;
  const noBills = async () => fail<Problem>({ kind: 'not-offered', what: 'linked-bills' });
  return {
    account: () => readTheAccount(wire, 'POST'),
    billers: (kind, onPage) => readTheBillers(wire, 'POST', kind, onPage),
    rates: () => readTheRates(wire, 'POST'),
    consult: (account) =>
      readObject(reader, postRead(`${prefix}/bill/consult`, accountFields(account)), (value) =>
        readConsult(value, account.currency),
      ),
    check: (account, amount) =>
      readObject(
        reader,
        postRead(`${prefix}/bill/check`, {
          ...accountFields(account),
          amount: wireAmount(amount),
        }),
        (value) => readTopUpCheck(value, account.currency),
      ),
    listBills: noBills,
    getBill: noBills,
    createBill: noBills,
    extraData: noBills,
    refreshBill: noBills,
    readBillAnew: noBills,
    deleteBill: noBills,
    compose: (operation) => compose(prefix, operation),
    lookUp: (externalId) => lookUpByExternalId(transactions, externalId),
    lookUpTransaction: (id) => lookUpById(transactions, id),
    listTransactions: (page) => listTransactionPage(transactions, page),
  };
}

function compose(prefix: string, operation: MoneyOperation): MoneyRequest {
  switch (operation.kind) {
    case 'pay':
      return {
        method: 'POST',
        target: `${prefix}/bill/pay`,
        body: writeExact({
          ...accountFields(operation),
          amount: wireAmount(operation.amount),
          currency: operation.amount.currency,
          external_id: operation.externalId,
          pos_number: operation.posNumber ?? undefined,
        }),
      };
    case 'cash-out':
      return {
        method: 'POST',
        target: `${prefix}/bill/cash_out`,
        body: writeExact({
          ...accountFields(operation),
          amount: wireAmount(operation.amount),
          currency: operation.amount.currency,
          external_id: operation.externalId,
          pos_number: operation.posNumber,
          cashier_id: operation.cashierId,
        }),
      };
    case 'cancel': {
      const { transactionId } = operation;
      const isInteger = /^(?:0|[1-9]\d*)$/.test(transactionId);
      return {
        method: 'POST',
        target: `${prefix}/transaction/cancel`,
        body: writeExact({ id: isInteger ? jsonNumber(transactionId) : transactionId }),
      };
    }
    default:
      return assertNever(operation);
  }
}
