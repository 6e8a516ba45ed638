/**
 * Generation 3 (3.3, mx, co): GET for reads, bills as a resource; single operations in mx and co.
 * In 3.3 a walk-in's consultation creates the bill that is then paid.
 */

import { assertNever, fail, type Problem } from '../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import type { MoneyOperation, MoneyRequest } from '../types.ts';
import { parseConsult, stringifyExactJson } from '../wire/index.ts';
import { buildBillPath, createBillOperations } from './bill-operations.ts';
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

export function createApiGeneration3(wire: ApiGenerationContext): ApiGeneration {
  const { reader, prefix, version } = wire;
  const hasSingle = !getServiceVersionInfo(version).paysOnlyBills;
  const transactions = { reader, method: 'GET', path: `${prefix}/transactions` } as const;
  const { consultByBill, ...bills } = createBillOperations(wire);
  const failNotOffered = async (what: 'top-up-check') =>
    fail<Problem>({ kind: 'not-offered', what });

  return {
    readAccount: () => readAccount(wire, 'GET'),
    readBillers: (kind, onPage) => readBillers(wire, 'GET', kind, onPage),
    readExchangeRates: () => readExchangeRates(wire, 'GET'),
    consult: (account) => {
      if (!hasSingle) return consultByBill(account);
      const request = buildPostReadRequest(
        `${prefix}/single/consult`,
        toWireAccountFields(account),
      );
      return readAndParseObject(reader, request, (value) => parseConsult(value, account.currency));
    },
    checkTopUp: () => failNotOffered('top-up-check'),
    ...bills,
    compose: (operation) => composeRequest(prefix, hasSingle, operation),
    lookUp: (externalId) => lookUpTransactionByExternalId(transactions, externalId),
    lookUpTransaction: (id) => lookUpTransactionById(transactions, id),
    listTransactions: (page) => readTransactionPage(transactions, page),
  };
}

function composeRequest(
  prefix: string,
  hasSingle: boolean,
  operation: MoneyOperation,
): MoneyRequest {
  switch (operation.kind) {
    case 'pay': {
      const amount = toWireAmount(operation.amount);
      const { currency } = operation.amount;
      const reference = {
        external_id: operation.externalId,
        pos_number: operation.posNumber ?? undefined,
      };
      if (operation.billId !== null) {
        const name = operation.nameOnAccount ?? undefined;
        return {
          method: 'POST',
          target: `${buildBillPath(prefix, operation.billId)}/pay`,
          body: stringifyExactJson({ amount, currency, name_on_account: name, ...reference }),
        };
      }
      if (!hasSingle) throw new TypeError('version 3.3 needs the bill that a consultation created');
      return {
        method: 'POST',
        target: `${prefix}/single/pay`,
        body: stringifyExactJson({
          ...toWireAccountFields(operation),
          amount,
          currency,
          ...reference,
        }),
      };
    }
    case 'cash-out':
      return {
        method: 'POST',
        target: `${prefix}/single/cash_out`,
        body: stringifyExactJson({
          ...toWireAccountFields(operation),
          amount: toWireAmount(operation.amount),
          currency: operation.amount.currency,
          external_id: operation.externalId,
          pos_number: operation.posNumber,
          cashier_id: operation.cashierId,
        }),
      };
    case 'cancel':
      throw new TypeError('generation 3 has no cancellation: check capabilities.cancel');
    default:
      return assertNever(operation);
  }
}
