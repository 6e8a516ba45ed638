import type { TrainingBiller } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import { getStartOfDay } from '../days.ts';
import { findTransactionById, insertTransaction, type TransactionRecord } from '../state/index.ts';
import {
  accept,
  createAnswer,
  readAmount,
  readInteger,
  readOptionalText,
  readText,
  refuseCode,
  refuseNotFound,
  type TrainingAnswer,
  type TrainingRequestBody,
  type TrainingValidationResult,
  toRefusalAnswer,
} from '../wire/index.ts';
import { validateAccount } from './accounts.ts';
import {
  type RequestedMovement,
  simulateBillerAnswer,
  validateAmount,
  validateCurrency,
  validateExternalId,
  validatePosNumber,
  validateRepetition,
} from './payment-rules.ts';
import { applyReversal } from './reversals.ts';
import {
  convertSums,
  hasSufficientBalance,
  setShopBalance,
  settleCashOut,
  settlePayment,
} from './settlement.ts';
import { buildTicketText } from './ticket-text.ts';
import { toPaymentShape } from './wire-shapes.ts';

/** The target of a payment, from the body or from the bill of the path. */
export interface Payee {
  readonly billerId: number;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
}

export function pay(
  context: TrainingContext,
  body: TrainingRequestBody,
  generation: 1 | 3,
  billPayee: Payee | null,
): TrainingAnswer {
  return performMovement(context, 'payment', body, generation, billPayee);
}

export function cashOut(
  context: TrainingContext,
  body: TrainingRequestBody,
  generation: 1 | 3,
): TrainingAnswer {
  return performMovement(context, 'cash-out', body, generation, null);
}

function performMovement(
  context: TrainingContext,
  kind: RequestedMovement['kind'],
  body: TrainingRequestBody,
  generation: 1 | 3,
  billPayee: Payee | null,
): TrainingAnswer {
  const movement = readMovement(context, kind, body, generation, billPayee);
  if (!movement.ok) return toRefusalAnswer(movement.refusal);
  const transaction = applyMovement(context, movement.value);
  if (!transaction.ok) return toRefusalAnswer(transaction.refusal);
  return createAnswer(201, toPaymentShape(context, transaction.value, generation));
}

/** Checks the parameters first (R102), then R49, the biller, and the POS number. */
function readMovement(
  context: TrainingContext,
  kind: RequestedMovement['kind'],
  body: TrainingRequestBody,
  generation: 1 | 3,
  billPayee: Payee | null,
): TrainingValidationResult<RequestedMovement> {
  const payee = billPayee ? accept(billPayee) : readPayee(body);
  if (!payee.ok) return payee;
  const amount = readAmount(body);
  if (!amount.ok) return amount;
  const currency = readText(body, 'currency');
  if (!currency.ok) return currency;
  const externalId = readText(body, 'external_id');
  if (!externalId.ok) return externalId;
  const isCashOut = kind === 'cash-out';
  const posNumber = (isCashOut ? readText : readOptionalText)(body, 'pos_number');
  if (!posNumber.ok) return posNumber;
  const cashierId = (isCashOut ? readText : readOptionalText)(body, 'cashier_id');
  if (!cashierId.ok) return cashierId;

  const externalIdCheck = validateExternalId(context, externalId.value);
  if (!externalIdCheck.ok) return externalIdCheck;
  const biller = context.catalog.findBiller(payee.value.billerId);
  if (!biller) return refuseNotFound('company');
  const posNumberCheck = validatePosNumber(posNumber.value);
  if (!posNumberCheck.ok) return posNumberCheck;
  return accept({
    kind,
    account: {
      biller,
      accountNumber: payee.value.accountNumber,
      nameOnAccount: payee.value.nameOnAccount,
    },
    amount: amount.value,
    currency: currency.value,
    externalId: externalId.value,
    posNumber: posNumber.value,
    cashierId: cashierId.value,
    generation,
  });
}

export function readPayee(body: TrainingRequestBody): TrainingValidationResult<Payee> {
  const billerId = readInteger(body, 'biller_id');
  if (!billerId.ok) return billerId;
  const accountNumber = readText(body, 'account_number');
  if (!accountNumber.ok) return accountNumber;
  const nameOnAccount = readOptionalText(body, 'name_on_account');
  if (!nameOnAccount.ok) return nameOnAccount;
  return accept({
    billerId: billerId.value,
    accountNumber: accountNumber.value,
    nameOnAccount: nameOnAccount.value,
  });
}

/**
 * Applies every rule in its order, and then performs the movement. Writes nothing unless all rules
 * pass.
 */
function applyMovement(
  context: TrainingContext,
  movement: RequestedMovement,
): TrainingValidationResult<TransactionRecord> {
  const { biller } = movement.account;
  if (movement.kind === 'cash-out' && biller.kind !== 'partner') return refuseCode('R124');
  const checks: readonly (() => TrainingValidationResult<null>)[] = [
    () => validateAccount(movement.account),
    () => validateCurrency(movement),
    () => validateRepetition(context, movement),
    () => validateAmount(context, movement),
  ];
  for (const check of checks) {
    const checked = check();
    if (!checked.ok) return checked;
  }
  const settlement = computeSettlement(context, movement, biller);
  if (!hasSufficientBalance(context, settlement)) return refuseCode('R100');
  const billerAnswer = simulateBillerAnswer(movement, context.r24Milliseconds);
  if (!billerAnswer.ok) return billerAnswer;

  setShopBalance(context.store, settlement.endingBalance);
  const isInstant = movement.kind === 'cash-out' || biller.hoursToFulfill === 0;
  const record = {
    ...settlement,
    kind: movement.kind,
    externalId: movement.externalId,
    billerId: biller.id,
    accountNumber: movement.account.accountNumber,
    amount: movement.amount,
    currency: movement.currency,
    hoursToFulfill: movement.kind === 'cash-out' ? 0 : biller.hoursToFulfill,
    posNumber: movement.posNumber,
    cashierId: movement.cashierId,
    status: isInstant ? 'fulfilled' : 'sent',
    createdAt: context.now,
  } as const;
  return accept(
    insertTransaction(context.store, record, (id) => buildTicketText(biller, record, id)),
  );
}

function computeSettlement(
  context: TrainingContext,
  movement: RequestedMovement,
  biller: TrainingBiller,
) {
  if (movement.kind === 'cash-out') {
    return settleCashOut(context, convertSums(context, movement.amount, movement.currency, '0.00'));
  }
  const sums = convertSums(context, movement.amount, movement.currency, biller.fee);
  return settlePayment(context, sums, biller.commission);
}

/** Reverses a payment of the same day; otherwise R23, R103, R26 or R105. */
export function cancel(context: TrainingContext, body: TrainingRequestBody): TrainingAnswer {
  const id = readInteger(body, 'id');
  if (!id.ok) return toRefusalAnswer(id.refusal);
  const checked = findReversible(context, id.value);
  if (!checked.ok) return toRefusalAnswer(checked.refusal);
  const transaction = checked.value;
  applyReversal(context, transaction, transaction.status === 'fulfilled' ? 'reversed' : 'refunded');
  return createAnswer(200, { code: 'R0', message: 'Transaction successful' });
}

function findReversible(
  context: TrainingContext,
  id: number,
): TrainingValidationResult<TransactionRecord> {
  const transaction = findTransactionById(context.store, id);
  if (!transaction) return refuseCode('R23');
  if (transaction.status === 'refunded' || transaction.status === 'reversed')
    return refuseCode('R103');
  const isReversible = context.catalog.findBiller(transaction.billerId)?.isReversible ?? false;
  if (transaction.kind === 'cash-out' || !isReversible) return refuseCode('R26');
  return transaction.createdAt < getStartOfDay(context.now)
    ? refuseCode('R105')
    : accept(transaction);
}
