/** Generation 1.6: flat operations, every call is a POST. */
import { assertNever, fail, type Problem } from '../../../shared/contract/index.ts';
import type { MoneyOperation, MoneyRequest } from '../types.ts';
import {
  createJsonNumber,
  parseConsult,
  parseTopUpCheck,
  stringifyExactJson,
} from '../wire/index.ts';
import {
  type ApiGeneration,
  type ApiGenerationContext,
  buildPostReadRequest,
  readAccount,
  readAndParseObject,
  readBillers,
  readExchangeRates,
  toWireAccountFields,
} from './generation.ts';
import { lookUpTransactionByExternalId, lookUpTransactionById } from './look-up.ts';
import { toWireAmount } from './send-money.ts';
import { readTransactionPage } from './transaction-pages.ts';

export function createApiGeneration1(wire: ApiGenerationContext): ApiGeneration {
  const { reader, prefix } = wire;
  const transactions = { reader, method: 'POST', path: `${prefix}/transactions` } as const;
  const failNotOffered = async () => fail<Problem>({ kind: 'not-offered', what: 'linked-bills' });
  return {
    readAccount: () => readAccount(wire, 'POST'),
    readBillers: (kind, onPage) => readBillers(wire, 'POST', kind, onPage),
    readExchangeRates: () => readExchangeRates(wire, 'POST'),
    consult: (account) =>
      readAndParseObject(
        reader,
        buildPostReadRequest(`${prefix}/bill/consult`, toWireAccountFields(account)),
        (value) => parseConsult(value, account.currency),
      ),
    checkTopUp: (account, amount) =>
      readAndParseObject(
        reader,
        buildPostReadRequest(`${prefix}/bill/check`, {
          ...toWireAccountFields(account),
          amount: toWireAmount(amount),
        }),
        (value) => parseTopUpCheck(value, account.currency),
      ),
    listBills: failNotOffered,
    getBill: failNotOffered,
    createBill: failNotOffered,
    readExtraData: failNotOffered,
    refreshBill: failNotOffered,
    readCurrentBill: failNotOffered,
    deleteBill: failNotOffered,
    compose: (operation) => composeRequest(prefix, operation),
    lookUp: (externalId) => lookUpTransactionByExternalId(transactions, externalId),
    lookUpTransaction: (id) => lookUpTransactionById(transactions, id),
    listTransactions: (page) => readTransactionPage(transactions, page),
  };
}

function composeRequest(prefix: string, operation: MoneyOperation): MoneyRequest {
  switch (operation.kind) {
    case 'pay':
      return {
        method: 'POST',
        target: `${prefix}/bill/pay`,
        body: stringifyExactJson({
          ...toWireAccountFields(operation),
          amount: toWireAmount(operation.amount),
          currency: operation.amount.currency,
          external_id: operation.externalId,
          pos_number: operation.posNumber ?? undefined,
        }),
      };
    case 'cash-out':
      return {
        method: 'POST',
        target: `${prefix}/bill/cash_out`,
        body: stringifyExactJson({
          ...toWireAccountFields(operation),
          amount: toWireAmount(operation.amount),
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
        body: stringifyExactJson({
          id: isInteger ? createJsonNumber(transactionId) : transactionId,
        }),
      };
    }
    default:
      return assertNever(operation);
  }
}
