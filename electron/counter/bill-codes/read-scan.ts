import {
  type BillCode,
  type BillCodeReading,
  type CodePattern,
  type KnownLengths,
  MAX_BILL_CODE_LENGTH,
  parseBillCode,
  readAccount,
  readByPattern,
  SEPARATOR,
  SHIPPED_PATTERNS,
  UNKNOWN_LENGTHS,
} from '../../../shared/bill-codes/index.ts';
import type { Biller, ScannedBill, ScanResult } from '../../../shared/contract/index.ts';
import { createMoney, isSameCurrency } from '../../../shared/money/index.ts';
import { validateAccountNumber } from '../../../shared/rules/index.ts';
import { toSearchText } from '../../../shared/text/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { BillPatternSettings, Collector } from './collectors.ts';

/** A bill before it is known whether its code was scanned before. */
export type ReadBill = Omit<ScannedBill, 'earlierScan'> & {
  /** What the till knows of the collector's bills if this one is complete. */
  readonly lengths: KnownLengths;
};

/** The results of reading, with bills that are not compared with earlier scans yet. */
export type ScanReading =
  | { readonly kind: 'bill'; readonly bill: ReadBill }
  | {
      readonly kind: 'choose';
      readonly reason: Extract<ScanResult, { kind: 'choose' }>['reason'];
      readonly bills: readonly ReadBill[];
    }
  | Extract<ScanResult, { kind: 'unknown-collector' | 'account' | 'refused' }>;

export interface ScanReaderPorts {
  readonly catalog: Pick<Catalog, 'state' | 'biller' | 'search' | 'byBarcode'>;
  readonly findCollector: (gln: string) => Collector;
  readonly patterns: BillPatternSettings;
  /** The shop's calendar day, `YYYY-MM-DD`. */
  readonly today: () => string;
}

const MAX_PROPOSALS = 5;

/** Reads a scanned code with all that is known about the billers. Chooses nothing by length alone. */
export function readScan(code: string, ports: ScanReaderPorts): ScanReading {
  const parsed = parseBillCode(code);
  switch (parsed.kind) {
    case 'payment-qr':
    case 'web-address':
      return { kind: 'refused', reason: parsed.kind };
    case 'unreadable':
      return { kind: 'refused', reason: parsed.reason };
    case 'plain':
      return readPlainCode(code, parsed.code, ports);
    case 'bill':
      return readCollectorCode(code, parsed, ports);
  }
}

function readCollectorCode(
  code: string,
  parsed: Extract<BillCode, { kind: 'bill' }>,
  ports: ScanReaderPorts,
): ScanReading {
  const { gln, isGlnValid, readings } = parsed;
  const collector = ports.findCollector(gln);
  const biller = collector.billerId === null ? null : ports.catalog.biller(collector.billerId);
  if (!biller?.isListed) {
    const hasBillers = ports.catalog
      .state()
      .lists.some(({ kind, count }) => kind === 'utility' && count > 0);
    if (!hasBillers) return { kind: 'refused', reason: 'no-billers' };
    return {
      kind: 'unknown-collector',
      code: code.slice(0, MAX_BILL_CODE_LENGTH),
      gln,
      isGlnValid,
      references: [...(readings[0]?.references ?? [])],
      collector: collector.name,
      proposals:
        collector.name === null
          ? []
          : ports.catalog.search({
              text: collector.name,
              kinds: ['utility', 'partner'],
              limit: MAX_PROPOSALS,
            }),
    };
  }
  const candidates = selectReadings(readings, collector, biller.biller);
  const bills = candidates.map(({ reading, accountNumber }) =>
    toBill(reading, {
      codeId: [gln, ...reading.references, reading.amount?.value ?? '', reading.dueDate ?? ''].join(
        '|',
      ),
      biller: biller.biller,
      accountNumber,
      gln,
      isGlnValid,
      layout: collector.layout,
      lengths: {
        referenceLengths: [getReferenceLength(reading, collector)],
        amountLengths: reading.amountLength === null ? [] : [reading.amountLength],
      },
      today: ports.today(),
    }),
  );
  if (bills.length > 1) return { kind: 'choose', reason: 'reading', bills };
  const [[only], [bill]] = [candidates, bills];
  if (only === undefined || bill === undefined) return { kind: 'refused', reason: 'cut' };
  return needsComparison(only.reading, collector)
    ? { kind: 'choose', reason: 'compare', bills }
    : { kind: 'bill', bill };
}

interface AccountReading {
  readonly reading: BillCodeReading;
  readonly accountNumber: string;
}

/**
 * The readings that have an account for this biller, each account, amount and date once. The biller's
 * account rule, and then the known lengths, drop the others if one remains.
 */
function selectReadings(
  readings: readonly BillCodeReading[],
  collector: Collector,
  biller: Biller,
): readonly AccountReading[] {
  const withAccount = readings.flatMap((reading): AccountReading[] => {
    const accountNumber = readAccount(reading.references, collector.account);
    return accountNumber === null ? [] : [{ reading, accountNumber }];
  });
  const accepted = keepIfAny(
    withAccount,
    ({ accountNumber }) => validateAccountNumber(biller, accountNumber).ok,
  );
  const withReference = keepIfAny(accepted, ({ reading }) => hasKnownReference(reading, collector));
  const likely = keepIfAny(withReference, ({ reading }) => hasKnownAmount(reading, collector));
  // They differ only in references of which the biller needs none.
  const byContent = likely
    .toReversed()
    .map((candidate): [string, AccountReading] => [
      JSON.stringify([
        candidate.accountNumber,
        candidate.reading.amount,
        candidate.reading.dueDate,
      ]),
      candidate,
    ]);
  return [...new Map(byContent).values()].toReversed();
}

function keepIfAny<Value>(
  values: readonly Value[],
  isKept: (value: Value) => boolean,
): readonly Value[] {
  const remaining = values.filter(isKept);
  return remaining.length === 0 ? values : remaining;
}

function getReferenceLength({ references }: BillCodeReading, { account }: Collector): number {
  return references[account.reference - 1]?.length ?? 0;
}

function hasKnownReference(reading: BillCodeReading, collector: Collector): boolean {
  return collector.referenceLengths.includes(getReferenceLength(reading, collector));
}

function hasKnownAmount({ amountLength }: BillCodeReading, { amountLengths }: Collector): boolean {
  return amountLength !== null && amountLengths.includes(amountLength);
}

/**
 * Whether digits may be missing, at the end or within, where a busy computer lost keys of the scanner:
 * a part of the code has a length that no bill of the collector is known to have.
 */
function needsComparison(reading: BillCodeReading, collector: Collector): boolean {
  return (
    reading.possiblyCutField === 'amount' ||
    !hasKnownReference(reading, collector) ||
    (reading.amountLength !== null && !hasKnownAmount(reading, collector))
  );
}

/**
 * A code without a collector's number: an account that was paid before, a form that several billers
 * may have, or an account whose biller the cashier searches.
 */
function readPlainCode(code: string, plainCode: string, ports: ScanReaderPorts): ScanReading {
  const accountNumber = code.replaceAll(SEPARATOR, '').trim();
  const account: ScanReading = { kind: 'account', accountNumber };
  if (ports.catalog.byBarcode(accountNumber, 1).certainId !== null) return account;
  const bills = listPatternBillers(ports).flatMap(({ pattern, billers, layout }) => {
    const reading = readByPattern(plainCode, pattern);
    if (reading === null) return [];
    return billers()
      .filter((biller) => validateAccountNumber(biller, reading.accountNumber).ok)
      .map((biller) =>
        toBill(
          {
            references: [plainCode],
            amount: reading.amount === null ? null : { value: reading.amount, currency: null },
            amountLength: null,
            dueDate: reading.dueDate,
            possiblyCutField: null,
          },
          {
            codeId: plainCode,
            biller,
            accountNumber: reading.accountNumber,
            gln: null,
            isGlnValid: true,
            layout,
            lengths: UNKNOWN_LENGTHS,
            today: ports.today(),
          },
        ),
      );
  });
  return bills.length === 0 ? account : { kind: 'choose', reason: 'biller', bills };
}

interface PatternBillers {
  readonly pattern: CodePattern;
  readonly billers: () => readonly Biller[];
  readonly layout: ScannedBill['layout'];
}

/** The forms in the settings, and the shipped ones of billers that the settings do not describe. */
function listPatternBillers({ patterns, catalog }: ScanReaderPorts): readonly PatternBillers[] {
  const describedIds = new Set(patterns.map(({ billerId }) => billerId));
  return [
    ...patterns.map(({ billerId, beginning = '', amount = null, dueDate = null, ...places }) => ({
      pattern: { ...places, beginning, amount, dueDate },
      billers: () => {
        const found = catalog.biller(billerId);
        return found?.isListed ? [found.biller] : [];
      },
      layout: 'taught' as const,
    })),
    ...SHIPPED_PATTERNS.map((pattern) => ({
      pattern,
      billers: () =>
        findBillersByName(pattern.collector, catalog).filter(({ id }) => !describedIds.has(id)),
      layout: pattern.certainty,
    })),
  ];
}

/** Billers whose name begins with the collector's, as a word of its own. */
function findBillersByName(collector: string, catalog: Pick<Catalog, 'search'>): readonly Biller[] {
  const name = toSearchText(collector);
  return catalog
    .search({ text: collector, kinds: ['utility', 'partner'], limit: MAX_PROPOSALS })
    .map(({ biller }) => biller)
    .filter((biller) => ` ${toSearchText(biller.name)} `.includes(` ${name} `));
}

function toBill(
  reading: BillCodeReading,
  details: Pick<
    ReadBill,
    'codeId' | 'biller' | 'accountNumber' | 'gln' | 'isGlnValid' | 'layout' | 'lengths'
  > & { readonly today: string },
): ReadBill {
  const { today, ...fields } = details;
  const { amount, dueDate } = reading;
  const { currency } = details.biller;
  const isInBillerCurrency =
    amount !== null && currency !== '' && isSameCurrency(amount.currency ?? currency, currency);
  return {
    ...fields,
    references: [...reading.references],
    amount: isInBillerCurrency ? createMoney(amount.value, currency) : null,
    dueDate,
    isPastDue: dueDate !== null && dueDate < today,
  };
}
