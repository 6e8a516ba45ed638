import type { TrainingOperation } from '../../../shared/contract/index.ts';
import type { TrainingBillerKind } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import {
  cancelTransaction,
  checkTopUp,
  consultAccount,
  createBill,
  deleteBill,
  findPayableBill,
  getBill,
  getExchangeRates,
  getExtraData,
  getTrainingAccount,
  type ListingFault,
  listBillers,
  listBills,
  listTransactions,
  performCashOut,
  performPayment,
  refreshBill,
} from '../rules/index.ts';
import {
  type TrainingAnswer,
  type TrainingRequestBody,
  toTrainingRefusalAnswer,
} from '../wire/index.ts';
import { TRAINING_VERSIONS, type TrainingVersion } from './versions.ts';

/** The input of an operation. */
export interface TrainingRouteRequest {
  readonly body: TrainingRequestBody;
  readonly query: URLSearchParams;
  readonly fault: ListingFault;
}

export interface TrainingRoute {
  /** The name for which faults are set. */
  readonly operation: Exclude<TrainingOperation, 'any'>;
  run(context: TrainingContext, call: TrainingRouteRequest): TrainingAnswer;
}

/** Finds the operation for a method and path of a version; null if the version has none. */
export function findTrainingRoute(
  version: TrainingVersion,
  method: string,
  path: string,
): TrainingRoute | null {
  const { generation, hasSingle: hasSingleOperations } = TRAINING_VERSIONS[version];
  if (generation === 1) return method === 'POST' ? (GENERATION_1[path] ?? null) : null;
  const name = `${method} ${path}`;
  return (
    GENERATION_3[name] ??
    (hasSingleOperations ? SINGLE_OPERATIONS[name] : undefined) ??
    findBillRoute(method, path) ??
    null
  );
}

function createBillersRoute(kind: TrainingBillerKind): TrainingRoute {
  return {
    operation: 'billers',
    run: (context, { query }) => listBillers(context, kind, query),
  };
}

const ACCOUNT_ROUTE: TrainingRoute = { operation: 'account', run: getTrainingAccount };
const RATES_ROUTE: TrainingRoute = { operation: 'rates', run: getExchangeRates };
const CONSULT_ROUTE: TrainingRoute = {
  operation: 'consult',
  run: (context, { body }) => consultAccount(context, body),
};

function createPayRoute(generation: 1 | 3): TrainingRoute {
  return {
    operation: 'pay',
    run: (context, { body }) => performPayment(context, body, generation, null),
  };
}

function createCashOutRoute(generation: 1 | 3): TrainingRoute {
  return {
    operation: 'cash-out',
    run: (context, { body }) => performCashOut(context, body, generation),
  };
}

function createTransactionsRoute(generation: 1 | 3): TrainingRoute {
  return {
    operation: 'transactions',
    run: (context, { query, fault }) => listTransactions(context, query, generation, fault),
  };
}

const GENERATION_1: Readonly<Record<string, TrainingRoute | undefined>> = {
  '/account': ACCOUNT_ROUTE,
  '/billers/utilities': createBillersRoute('utility'),
  '/billers/topups': createBillersRoute('top-up'),
  '/billers/gift_cards': createBillersRoute('gift-card'),
  '/billers/partner': createBillersRoute('partner'),
  '/rates': RATES_ROUTE,
  '/bill/consult': CONSULT_ROUTE,
  '/bill/check': { operation: 'check', run: (context, { body }) => checkTopUp(context, body) },
  '/bill/pay': createPayRoute(1),
  '/bill/cash_out': createCashOutRoute(1),
  '/transaction/cancel': {
    operation: 'cancel',
    run: (context, { body }) => cancelTransaction(context, body),
  },
  '/transactions': createTransactionsRoute(1),
};

const GENERATION_3: Readonly<Record<string, TrainingRoute | undefined>> = {
  'GET /account': ACCOUNT_ROUTE,
  'GET /billers/utilities': createBillersRoute('utility'),
  'GET /billers/topups': createBillersRoute('top-up'),
  'GET /billers/gift_cards': createBillersRoute('gift-card'),
  'GET /billers/partner': createBillersRoute('partner'),
  'GET /rates': RATES_ROUTE,
  'GET /transactions': createTransactionsRoute(3),
  'POST /single/cash_out': createCashOutRoute(3),
  'GET /bills': { operation: 'bills', run: (context, { query }) => listBills(context, query) },
  'POST /bills': { operation: 'bills', run: (context, { body }) => createBill(context, body) },
};

const SINGLE_OPERATIONS: Readonly<Record<string, TrainingRoute | undefined>> = {
  'POST /single/consult': CONSULT_ROUTE,
  'POST /single/pay': createPayRoute(3),
};

function findBillRoute(method: string, path: string): TrainingRoute | null {
  const match = /^\/bills\/([^/]+)(?:\/(xdata|refresh|pay))?$/.exec(path);
  const id = match?.[1];
  if (id === undefined) return null;
  const createBillRoute = (
    run: (context: TrainingContext, id: string) => TrainingAnswer,
  ): TrainingRoute => ({
    operation: 'bills',
    run: (context) => run(context, id),
  });
  switch (`${method} ${match?.[2] ?? ''}`) {
    case 'GET ':
      return createBillRoute(getBill);
    case 'DELETE ':
      return createBillRoute(deleteBill);
    case 'GET xdata':
      return createBillRoute(getExtraData);
    case 'POST refresh':
      return createBillRoute(refreshBill);
    case 'POST pay':
      return {
        operation: 'pay',
        run: (context, { body }) => payBill(context, id, body),
      };
    default:
      return null;
  }
}

function payBill(context: TrainingContext, id: string, body: TrainingRequestBody): TrainingAnswer {
  const bill = findPayableBill(context, id);
  return bill.ok
    ? performPayment(context, body, 3, bill.value)
    : toTrainingRefusalAnswer(bill.refusal);
}
