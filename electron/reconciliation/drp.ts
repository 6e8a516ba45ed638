import type { CallOutput, DrpTransaction, Result } from '../../shared/contract/index.ts';
import { createFileBuilder } from './builder.ts';
import { copyTo } from './file-store.ts';
import type { DayRange, PerformedTransaction, TransactionSource } from './types.ts';

/** The DRP billers' transactions of a day, for the direct reconciliation with the biller. */

/** What a screen shows; the count and the totals are of all. */
const MOST_SHOWN = 500;
/** Excel reads a file as UTF-8 by this mark only. */
const BYTE_ORDER_MARK = '\ufeff';
const COLUMNS = [
  'performed_at_utc',
  'biller_id',
  'authorization',
  'account_number',
  'amount',
  'currency',
  'pos_number',
  'external_id',
];

export async function drpList(
  source: TransactionSource,
  range: DayRange,
): Promise<CallOutput<'reconciliation.drp'>> {
  const transactions: DrpTransaction[] = [];
  const builder = createFileBuilder('');
  let count = 0;
  for await (const page of drpPages(source, range)) {
    builder.add(page);
    count += page.length;
    transactions.push(...page.slice(0, MOST_SHOWN - transactions.length).map(viewOf));
  }
  return { transactions, count, totals: [...builder.totals().totals] };
}

/** As CSV (RFC 4180), every field quoted; amounts with 2 decimals, times in UTC. */
export async function saveDrp(
  source: TransactionSource,
  range: DayRange,
  into: { readonly folder: string; readonly name: string },
): Promise<Result<{ file: string; rows: number }>> {
  let rows = 0;
  async function* text(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csv(COLUMNS);
    for await (const page of drpPages(source, range)) {
      rows += page.length;
      yield page.map((one) => csv(fieldsOf(one))).join('');
    }
  }
  const file = await copyTo(into.folder, into.name, text());
  return file.ok ? { ok: true, value: { file: file.value, rows } } : file;
}

async function* drpPages(
  source: TransactionSource,
  range: DayRange,
): AsyncGenerator<readonly PerformedTransaction[]> {
  for await (const page of source.transactions(range)) yield page.filter((one) => one.isDrp);
}

function viewOf(one: PerformedTransaction): DrpTransaction {
  return {
    paymentId: one.paymentId,
    performedAt: timeOf(one),
    billerId: one.billerId,
    authorization: one.authorization,
    accountNumber: one.accountNumber,
    amount: { amount: one.amount, currency: one.currency },
    externalId: one.externalId,
  };
}

function timeOf(one: PerformedTransaction): string {
  return new Date(one.performedSecond * 1000).toISOString();
}

function fieldsOf(one: PerformedTransaction): string[] {
  const { billerId, authorization, accountNumber, amount, currency, posNumber, externalId } = one;
  const [whole = '', fraction = ''] = amount.split('.');
  const cents = fraction.padEnd(2, '0');
  return [
    timeOf(one),
    String(billerId),
    authorization ?? '',
    accountNumber,
    `${whole}.${cents}`,
    currency,
    posNumber ?? '',
    externalId,
  ];
}

/** A field that a spreadsheet would take for a formula is text for it as well. */
function csv(fields: readonly string[]): string {
  const quoted = fields.map((text) => {
    const isFormula = /^[=+\-@\t\r]/.test(text);
    return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}
