import type { TrainingContext } from '../context.ts';
import { toWireTime } from '../days.ts';
import {
  getInteger,
  getIntegerOrNull,
  getText,
  getTextOrNull,
  type TrainingRow,
} from '../state/index.ts';
import {
  createTrainingAnswer,
  refuseNotFound,
  refuseWithCode,
  type TrainingAnswer,
  type TrainingRefusal,
  type TrainingRequestBody,
  type TrainingValidationResult,
  toRefusedResult,
  toTrainingRefusalAnswer,
  toValidResult,
  toWireNumberOrNull,
  type WireObject,
} from '../wire/index.ts';
import {
  computeAccountBalance,
  regenerateAccountBalance,
  type TrainingAccount,
  validateAccount,
} from './accounts.ts';
import { readPayee } from './payments.ts';

export interface TrainingBillRecord {
  readonly id: number;
  readonly billerId: number;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
  readonly status: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

export function toBillRecord(row: TrainingRow): TrainingBillRecord {
  return {
    id: getInteger(row, 'id'),
    billerId: getInteger(row, 'biller_id'),
    accountNumber: getText(row, 'account_number'),
    nameOnAccount: getTextOrNull(row, 'name_on_account'),
    status: getText(row, 'status'),
    errorCode: getTextOrNull(row, 'error_code'),
    errorMessage: getTextOrNull(row, 'error_message'),
    updatedAt: getInteger(row, 'updated_at'),
    deletedAt: getIntegerOrNull(row, 'deleted_at'),
  };
}

function findAccount(
  context: TrainingContext,
  bill: TrainingBillRecord,
): TrainingValidationResult<TrainingAccount> {
  const biller = context.catalog.findBiller(bill.billerId);
  if (!biller) return refuseNotFound('company');
  return toValidResult({
    biller,
    accountNumber: bill.accountNumber,
    nameOnAccount: bill.nameOnAccount,
  });
}

export function toBillShape(context: TrainingContext, bill: TrainingBillRecord): WireObject {
  const account = findAccount(context, bill);
  const isLinked = bill.status === 'linked';
  const hasBalance = account.ok && isLinked && account.value.biller.canCheckBalance;
  const currency = account.ok ? account.value.biller.currency : '';
  return context.wireForms.toBill({
    type: 'bill',
    id: bill.id,
    biller_id: bill.billerId,
    account_number: bill.accountNumber,
    name_on_account: bill.nameOnAccount,
    due_date: null,
    balance: toWireNumberOrNull(hasBalance ? computeAccountBalance(context, account.value) : null),
    balance_currency: currency,
    balance_updated_at: toWireTime(bill.updatedAt),
    error_code: bill.errorCode,
    error_message: bill.errorMessage,
    status: bill.status,
    has_xdata: account.ok && account.value.biller.hasXdata,
  });
}

/**
 * Links an account only once: the same account returns the same bill. An account that the biller
 * refuses is stored as `failed`, listed, and retried by the next POST.
 */
export function createBill(context: TrainingContext, body: TrainingRequestBody): TrainingAnswer {
  const payee = readPayee(body);
  if (!payee.ok) return toTrainingRefusalAnswer(payee.refusal);
  const { billerId, accountNumber, nameOnAccount } = payee.value;
  const biller = context.catalog.findBiller(billerId);
  if (!biller) return toTrainingRefusalAnswer(refuseNotFound('company').refusal);

  const row = context.store.get(
    `SELECT * FROM bills WHERE biller_id = ? AND account_number = ? AND deleted_at IS NULL`,
    billerId,
    accountNumber,
  );
  const existing = row && toBillRecord(row);
  if (existing?.status === 'linked')
    return createTrainingAnswer(200, toBillShape(context, existing));

  const checked = validateAccount({ biller, accountNumber, nameOnAccount });
  const failure = checked.ok ? null : checked.refusal;
  if (failure?.code === 'R13') return toTrainingRefusalAnswer(failure);
  const id =
    existing?.id ??
    context.store.insert(
      `INSERT INTO bills (biller_id, account_number, name_on_account, status, updated_at)
       VALUES (?, ?, ?, 'fetching', ?)`,
      billerId,
      accountNumber,
      nameOnAccount,
      context.now,
    );
  recordResult(context, id, failure);
  if (failure) return toTrainingRefusalAnswer({ ...failure, billId: id });
  const linked = findBill(context, String(id));
  return linked.ok
    ? createTrainingAnswer(200, toBillShape(context, linked.value))
    : toTrainingRefusalAnswer(linked.refusal);
}

function recordResult(context: TrainingContext, id: number, failure: TrainingRefusal | null): void {
  context.store.run(
    `UPDATE bills SET status = ?, error_code = ?, error_message = ?, updated_at = ? WHERE id = ?`,
    failure ? 'failed' : 'linked',
    failure?.code ?? null,
    failure?.message ?? null,
    context.now,
    id,
  );
}

/** Finds the bill with the id of the path, even if it was deleted. */
function findAnyBill(
  context: TrainingContext,
  id: string,
): TrainingValidationResult<TrainingBillRecord> {
  const row = /^\d{1,15}$/.test(id)
    ? context.store.get('SELECT * FROM bills WHERE id = ?', Number(id))
    : null;
  return row ? toValidResult(toBillRecord(row)) : refuseNotFound('bill');
}

function findBill(
  context: TrainingContext,
  id: string,
): TrainingValidationResult<TrainingBillRecord> {
  const bill = findAnyBill(context, id);
  return bill.ok && bill.value.deletedAt !== null ? refuseNotFound('bill') : bill;
}

/** Finds a bill that can be paid; a failed one returns its own error. */
export function findPayableBill(
  context: TrainingContext,
  id: string,
): TrainingValidationResult<TrainingBillRecord> {
  const bill = findBill(context, id);
  if (!bill.ok || bill.value.status === 'linked') return bill;
  return toRefusedResult({
    status: 422,
    code: bill.value.errorCode,
    message: bill.value.errorMessage ?? 'This bill is not linked',
    billId: bill.value.id,
  });
}

export function getBill(context: TrainingContext, id: string): TrainingAnswer {
  const bill = findBill(context, id);
  return bill.ok
    ? createTrainingAnswer(200, toBillShape(context, bill.value))
    : toTrainingRefusalAnswer(bill.refusal);
}

/** Returns the bill with the biller's extra data; 404 if the biller has none. */
export function getExtraData(context: TrainingContext, id: string): TrainingAnswer {
  const bill = findPayableBill(context, id);
  if (!bill.ok) return toTrainingRefusalAnswer(bill.refusal);
  const account = findAccount(context, bill.value);
  if (!account.ok) return toTrainingRefusalAnswer(account.refusal);
  if (!account.value.biller.hasXdata)
    return toTrainingRefusalAnswer(refuseNotFound('xdata').refusal);
  return createTrainingAnswer(200, {
    ...toBillShape(context, bill.value),
    xdata: {
      service_address: 'Calle Peña Blanca 214, Col. Ánimas, Monterrey, N. L.',
      tariff: '01',
      period: 'bimestral',
      previous_reading: 48_210,
      current_reading: 48_437,
      consumption_kwh: 227,
    },
  });
}

export function refreshBill(context: TrainingContext, id: string): TrainingAnswer {
  const bill = findBill(context, id);
  if (!bill.ok) return toTrainingRefusalAnswer(bill.refusal);
  const account = findAccount(context, bill.value);
  if (!account.ok) return toTrainingRefusalAnswer(account.refusal);
  if (!account.value.biller.canCheckBalance)
    return toTrainingRefusalAnswer(refuseWithCode('R101').refusal);
  const checked = validateAccount(account.value);
  recordResult(context, bill.value.id, checked.ok ? null : checked.refusal);
  if (!checked.ok) return toTrainingRefusalAnswer({ ...checked.refusal, billId: bill.value.id });
  regenerateAccountBalance(context, account.value);
  return getBill(context, id);
}

/**
 * Retries this bill or the newest without a request of the client, as the service does after an
 * outage. Null if there is none.
 */
export function retryBill(context: TrainingContext, id: number | null): WireObject | null {
  const row = context.store.get(
    `SELECT * FROM bills WHERE deleted_at IS NULL AND (? IS NULL OR id = ?) ORDER BY id DESC LIMIT 1`,
    id,
    id,
  );
  if (!row) return null;
  const bill = toBillRecord(row);
  const account = findAccount(context, bill);
  const checked = account.ok ? validateAccount(account.value) : account;
  recordResult(context, bill.id, checked.ok ? null : checked.refusal);
  if (account.ok && checked.ok && account.value.biller.canCheckBalance) {
    regenerateAccountBalance(context, account.value);
  }
  const updated = findBill(context, String(bill.id));
  return updated.ok ? toBillShape(context, updated.value) : null;
}

export function deleteBill(context: TrainingContext, id: string): TrainingAnswer {
  const bill = findAnyBill(context, id);
  if (!bill.ok) return toTrainingRefusalAnswer(bill.refusal);
  if (bill.value.deletedAt !== null) {
    const message = 'This bill is already deleted';
    return toTrainingRefusalAnswer({ status: 422, code: null, message });
  }
  context.store.run('UPDATE bills SET deleted_at = ? WHERE id = ?', context.now, bill.value.id);
  return createTrainingAnswer(200, toBillShape(context, bill.value));
}
