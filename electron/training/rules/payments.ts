import type { TrainingBiller } from '../catalog/index.ts';
import type { TrainingContext } from '../context.ts';
import { getStartOfBusinessDay } from '../days.ts';
import {
  findTransactionById,
  insertTransaction,
  type TrainingTransactionRecord,
} from '../state/index.ts';
import {
  createTrainingAnswer,
  readAmountField,
  readIntegerField,
  readOptionalTextField,
  readTextField,
  refuseNotFound,
  refuseWithCode,
  type TrainingAnswer,
  type TrainingRequestBody,
  type TrainingValidationResult,
  toTrainingRefusalAnswer,
  toValidResult,
} from '../wire/index.ts';
import { validateAccount } from './accounts.ts';
import {
  type RequestedMovement,
  simulateBillerAnswer,
  validateAmount,
  validateCurrency,
  validateExternalId,
  validateNotRepeated,
  validatePosNumber,
} from './payment-rules.ts';
import { applyReversal } from './reversals.ts';
import {
  convertAmounts,
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

export function performPayment(
  context: TrainingContext,
  body: TrainingRequestBody,
  generation: 1 | 3,
  billPayee: Payee | null,
): TrainingAnswer {
  return performMovement(context, 'payment', body, generation, billPayee);
}

export function performCashOut(
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
  if (!movement.ok) return toTrainingRefusalAnswer(movement.refusal);
  const transaction = applyMovement(context, movement.value);
  if (!transaction.ok) return toTrainingRefusalAnswer(transaction.refusal);
  return createTrainingAnswer(201, toPaymentShape(context, transaction.value, generation));
}

/** Checks the parameters first (R102), then R49, the biller, and the POS number. */
function readMovement(
  context: TrainingContext,
  kind: RequestedMovement['kind'],
  body: TrainingRequestBody,
  generation: 1 | 3,
  billPayee: Payee | null,
): TrainingValidationResult<RequestedMovement> {
  const payee = billPayee ? toValidResult(billPayee) : readPayee(body);
  if (!payee.ok) return payee;
  const amount = readAmountField(body);
  if (!amount.ok) return amount;
  const currency = readTextField(body, 'currency');
  if (!currency.ok) return currency;
  const externalId = readTextField(body, 'external_id');
  if (!externalId.ok) return externalId;
  const isCashOut = kind === 'cash-out';
  const posNumber = (isCashOut ? readTextField : readOptionalTextField)(body, 'pos_number');
  if (!posNumber.ok) return posNumber;
  const cashierId = (isCashOut ? readTextField : readOptionalTextField)(body, 'cashier_id');
  if (!cashierId.ok) return cashierId;

  const externalIdCheck = validateExternalId(context, externalId.value);
  if (!externalIdCheck.ok) return externalIdCheck;
  const biller = context.catalog.findBiller(payee.value.billerId);
  if (!biller) return refuseNotFound('company');
  const posNumberCheck = validatePosNumber(posNumber.value);
  if (!posNumberCheck.ok) return posNumberCheck;
  return toValidResult({
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
  const billerId = readIntegerField(body, 'biller_id');
  if (!billerId.ok) return billerId;
  const accountNumber = readTextField(body, 'account_number');
  if (!accountNumber.ok) return accountNumber;
  const nameOnAccount = readOptionalTextField(body, 'name_on_account');
  if (!nameOnAccount.ok) return nameOnAccount;
  return toValidResult({
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
): TrainingValidationResult<TrainingTransactionRecord> {
  const { biller } = movement.account;
  if (movement.kind === 'cash-out' && biller.kind !== 'partner') return refuseWithCode('R124');
  const checks: readonly (() => TrainingValidationResult<null>)[] = [
    () => validateAccount(movement.account),
    () => validateCurrency(movement),
    () => validateNotRepeated(context, movement),
    () => validateAmount(context, movement),
  ];
  for (const check of checks) {
    const checked = check();
    if (!checked.ok) return checked;
  }
  const settlement = computeSettlement(context, movement, biller);
  if (!hasSufficientBalance(context, settlement)) return refuseWithCode('R100');
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
  return toValidResult(
    insertTransaction(context.store, record, (id) => buildTicketText(biller, record, id)),
  );
}

function computeSettlement(
  context: TrainingContext,
  movement: RequestedMovement,
  biller: TrainingBiller,
) {
  if (movement.kind === 'cash-out') {
    return settleCashOut(
      context,
      convertAmounts(context, movement.amount, movement.currency, '0.00'),
    );
  }
  const sums = convertAmounts(context, movement.amount, movement.currency, biller.fee);
  return settlePayment(context, sums, biller.commission);
}

/** Reverses a payment of the same day; otherwise R23, R103, R26 or R105. */
export function cancelTransaction(
  context: TrainingContext,
  body: TrainingRequestBody,
): TrainingAnswer {
  const id = readIntegerField(body, 'id');
  if (!id.ok) return toTrainingRefusalAnswer(id.refusal);
  const checked = findReversible(context, id.value);
  if (!checked.ok) return toTrainingRefusalAnswer(checked.refusal);
  const transaction = checked.value;
  applyReversal(context, transaction, transaction.status === 'fulfilled' ? 'reversed' : 'refunded');
  return createTrainingAnswer(200, { code: 'R0', message: 'Transaction successful' });
}

function findReversible(
  context: TrainingContext,
  id: number,
): TrainingValidationResult<TrainingTransactionRecord> {
  const transaction = findTransactionById(context.store, id);
  if (!transaction) return refuseWithCode('R23');
  if (transaction.status === 'refunded' || transaction.status === 'reversed')
    return refuseWithCode('R103');
  const isReversible = context.catalog.findBiller(transaction.billerId)?.isReversible ?? false;
  if (transaction.kind === 'cash-out' || !isReversible) return refuseWithCode('R26');
  return transaction.createdAt < getStartOfBusinessDay(context.now)
    ? refuseWithCode('R105')
    : toValidResult(transaction);
}
