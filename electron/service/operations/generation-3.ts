/**
 * Generation 3 (3.3, mx, co): GET for reads, bills as a resource; single operations in mx and co.
 * In 3.3 a walk-in's consultation creates the bill that is then paid.
 */

import { assertNever, fail, type Problem } from '../../../shared/contract/index.ts';
import { versionFacts } from '../../../shared/rules/index.ts';
import type { MoneyOperation, MoneyRequest } from '../types.ts';
import { readConsult, writeExact } from '../wire/index.ts';
import { billPath, billsOf } from './bills.ts';
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

export function generation3(wire: Wire): Generation {
  const { reader, prefix, version } = wire;
  const hasSingle = !versionFacts(version).paysOnlyBills;
  const transactions = { reader, method: 'GET', path: `${prefix}/transactions` } as const;
  const { consultByBill, ...bills } = billsOf(wire);
  const notOffered = async (what: 'top-up-check') => fail<Problem>({ kind: 'not-offered', what });

  return {
    account: () => readTheAccount(wire, 'GET'),
    billers: (kind, onPage) => readTheBillers(wire, 'GET', kind, onPage),
    rates: () => readTheRates(wire, 'GET'),
    consult: (account) => {
      if (!hasSingle) return consultByBill(account);
      const request = postRead(`${prefix}/single/consult`, accountFields(account));
      return readObject(reader, request, (value) => readConsult(value, account.currency));
    },
    check: () => notOffered('top-up-check'),
    ...bills,
    compose: (operation) => compose(prefix, hasSingle, operation),
    lookUp: (externalId) => lookUpByExternalId(transactions, externalId),
    lookUpTransaction: (id) => lookUpById(transactions, id),
    listTransactions: (page) => listTransactionPage(transactions, page),
  };
}

function compose(prefix: string, hasSingle: boolean, operation: MoneyOperation): MoneyRequest {
  switch (operation.kind) {
    case 'pay': {
      const amount = wireAmount(operation.amount);
      const { currency } = operation.amount;
      const tail = {
        external_id: operation.externalId,
        pos_number: operation.posNumber ?? undefined,
      };
      if (operation.billId !== null) {
        const name = operation.nameOnAccount ?? undefined;
        return {
          method: 'POST',
          target: `${billPath(prefix, operation.billId)}/pay`,
          body: writeExact({ amount, currency, name_on_account: name, ...tail }),
        };
      }
      if (!hasSingle) throw new TypeError('version 3.3 pays a bill that a consultation created');
      return {
        method: 'POST',
        target: `${prefix}/single/pay`,
        body: writeExact({ ...accountFields(operation), amount, currency, ...tail }),
      };
    }
    case 'cash-out':
      return {
        method: 'POST',
        target: `${prefix}/single/cash_out`,
        body: writeExact({
          ...accountFields(operation),
          amount: wireAmount(operation.amount),
          currency: operation.amount.currency,
          external_id: operation.externalId,
          pos_number: operation.posNumber,
          cashier_id: operation.cashierId,
        }),
      };
    case 'cancel':
      throw new TypeError('generation 3 has no cancellation: capabilities.cancel says so');
    default:
      return assertNever(operation);
  }
}
