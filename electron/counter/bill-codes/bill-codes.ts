import {
  findShippedCollector,
  parseBillCode,
  WHOLE_REFERENCE,
} from '../../../shared/bill-codes/index.ts';
import {
  type CallOutput,
  fail,
  ok,
  type Result,
  type ScannedBill,
  type ScanResult,
  type TaughtLayout,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { toDay } from '../../../shared/dates/index.ts';
import { SAME_AMOUNT_BLOCK_MS } from '../../../shared/rules/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { createStorageGuard, type Database } from '../../ledger/index.ts';
import { type Clock, createExpiringMap, type Log, toIsoTime } from '../../platform/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { type BillLayoutSettings, type BillPatternSettings, findCollector } from './collectors.ts';
import { type DerivedLayout, deriveLayout } from './derive-layout.ts';
import {
  type BillLayoutRow,
  deleteBillLayout,
  findPaymentSince,
  listBillLayouts,
  readBillLayout,
  toAccountPlace,
  writeBillLayout,
} from './layout-queries.ts';
import { type ReadBill, readScan, type ScanReading } from './read-scan.ts';

export interface BillCodePorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly log: Log;
  readonly catalog: Pick<Catalog, 'state' | 'biller' | 'search' | 'byBarcode'>;
  readonly settings: () => {
    readonly billLayouts: BillLayoutSettings;
    readonly billPatterns: BillPatternSettings;
    readonly timeZone: string;
  };
  /** See `CollectorSources`. */
  readonly trainingBillers: ReadonlyMap<string, number>;
}

export interface BillCodes {
  read(input: ValidatedCallInput<'billCodes.read'>): Result<ScanResult>;
  /** `approver` is the person whose PIN allowed it; null if the role did. */
  chooseBiller(
    input: { readonly code: string; readonly billerId: number },
    by: AuditPerson,
    approver: AuditPerson | null,
  ): Result<ScanResult>;
  teach(
    input: Omit<ValidatedCallInput<'billCodes.teach'>, 'approval'>,
    by: AuditPerson,
    approver: AuditPerson | null,
  ): Result<TaughtLayout>;
  list(): Result<CallOutput<'billCodes.list'>>;
  forget(gln: string, by: AuditPerson, approver: AuditPerson | null): Result<Record<string, never>>;
}

export function createBillCodes(ports: BillCodePorts): BillCodes {
  const { database, clock, audit, catalog } = ports;
  const { catchStorageError } = createStorageGuard(ports);
  /** When each code was scanned last, in milliseconds since the epoch. */
  const lastScans = createExpiringMap<number>(clock, SAME_AMOUNT_BLOCK_MS);

  const readCode = (code: string): ScanReading =>
    readScan(code, {
      catalog,
      findCollector: (gln) =>
        findCollector(gln, {
          database,
          settings: () => ports.settings().billLayouts,
          trainingBillers: ports.trainingBillers,
        }),
      patterns: ports.settings().billPatterns,
      today: () => toDay(clock.now(), ports.settings().timeZone),
    });

  function toScannedBill(bill: ReadBill): ScannedBill {
    const scannedAt = lastScans.get(bill.codeId);
    const since = toIsoTime(clock.now() - SAME_AMOUNT_BLOCK_MS);
    if (scannedAt === null) return { ...bill, earlierScan: null };
    const { accountNumber } = bill;
    const paymentId = findPaymentSince(
      database,
      { billerId: bill.biller.id, accountNumber },
      since,
    );
    return { ...bill, earlierScan: { at: toIsoTime(scannedAt), paymentId } };
  }

  function toResult(reading: ScanReading, code: string, billerId: number | null): ScanResult {
    switch (reading.kind) {
      case 'bill':
        return billerId === null || reading.bill.biller.id === billerId
          ? { kind: 'bill', bill: toScannedBill(reading.bill) }
          : { kind: 'other-biller', bill: toScannedBill(reading.bill) };
      case 'choose': {
        const bills = reading.bills.map(toScannedBill);
        const ofBiller = bills.filter(({ biller }) => biller.id === billerId);
        const [first, ...others] = ofBiller;
        // The cashier chose the biller already.
        if (reading.reason === 'biller' && first !== undefined && others.length === 0)
          return { kind: 'bill', bill: first };
        const [other] = bills;
        if (billerId !== null && first === undefined && other !== undefined && other.gln !== null)
          return { kind: 'other-biller', bill: other };
        return { kind: 'choose', code, reason: reading.reason, bills };
      }
      default:
        return reading;
    }
  }

  /** Call it after the result was made, which names the scan before. */
  function recordScan(reading: ScanReading): void {
    const bills =
      reading.kind === 'bill' ? [reading.bill] : reading.kind === 'choose' ? reading.bills : [];
    for (const { codeId } of bills) lastScans.set(codeId, clock.now());
  }

  function readAndRecord(code: string, billerId: number | null): ScanResult {
    const reading = readCode(code);
    const result = toResult(reading, code, billerId);
    recordScan(reading);
    return result;
  }

  const getBillerName = (billerId: number): string =>
    catalog.biller(billerId)?.biller.name ?? String(billerId);

  const toAuditDetail = (row: BillLayoutRow) => ({
    billerId: row.billerId,
    billerName: getBillerName(row.billerId),
    id: row.gln,
    from: row.accountFrom,
    reference: row.accountReference,
  });

  const createRow = (
    layout: DerivedLayout,
    billerId: number,
    taughtBy: BillLayoutRow['taughtBy'],
  ): BillLayoutRow => toRow(layout, { billerId, taughtBy, taughtAt: toIsoTime(clock.now()) });

  function saveLayout(row: BillLayoutRow, by: AuditPerson, approver: AuditPerson | null): void {
    database.commit(() => {
      writeBillLayout(database, row);
      audit.recordInTransaction({
        kind: 'bill-layout-taught',
        by: { id: by.id, name: by.name },
        approvedBy: approver,
        detail: toAuditDetail(row),
      });
    });
  }

  function toTaughtLayout(row: BillLayoutRow): TaughtLayout {
    return {
      gln: row.gln,
      billerId: row.billerId,
      billerName: getBillerName(row.billerId),
      account: findShippedCollector(row.gln)?.account ?? toAccountPlace(row),
      taughtBy: row.taughtBy,
      taughtAt: row.taughtAt,
    };
  }

  function listLayouts(): TaughtLayout[] {
    const rows = listBillLayouts(database);
    const declared = ports
      .settings()
      .billLayouts.filter(({ gln }) => !rows.some((row) => row.gln === gln));
    return [
      ...rows.map(toTaughtLayout),
      ...declared.map(
        ({ gln, billerId, account }): TaughtLayout => ({
          gln,
          billerId,
          billerName: getBillerName(billerId),
          account: findShippedCollector(gln)?.account ?? account ?? WHOLE_REFERENCE,
          taughtBy: 'settings',
          taughtAt: null,
        }),
      ),
    ];
  }

  return {
    read: ({ code, billerId }) => catchStorageError(() => ok(readAndRecord(code, billerId))),
    chooseBiller: ({ code, billerId }, by, approver) =>
      catchStorageError(() => {
        const parsed = parseBillCode(code);
        if (parsed.kind !== 'bill')
          return fail({ kind: 'bill-layout', reason: 'not-a-bill', billNumber: 1 });
        if (!catalog.biller(billerId)?.isListed) return fail({ kind: 'not-found', what: 'biller' });
        const place = findShippedCollector(parsed.gln)?.account ?? WHOLE_REFERENCE;
        const existing = readBillLayout(database, parsed.gln);
        // What three bills taught stays, for the same biller.
        if (existing?.billerId !== billerId) {
          saveLayout(createRow({ gln: parsed.gln, place }, billerId, 'scan'), by, approver);
        }
        return ok(readAndRecord(code, null));
      }),
    teach: ({ billerId, bills }, by, approver) =>
      catchStorageError(() => {
        if (!catalog.biller(billerId)?.isListed) return fail({ kind: 'not-found', what: 'biller' });
        const taught = deriveLayout(bills);
        if (!taught.ok) return taught;
        const row = createRow(taught.value, billerId, 'bills');
        saveLayout(row, by, approver);
        return ok(toTaughtLayout(row));
      }),
    list: () => catchStorageError(() => ok(listLayouts())),
    forget: (gln, by, approver) =>
      catchStorageError(() => {
        const row = readBillLayout(database, gln);
        if (row === null) return fail({ kind: 'not-found', what: 'biller' });
        database.commit(() => {
          deleteBillLayout(database, gln);
          audit.recordInTransaction({
            kind: 'bill-layout-forgotten',
            by: { id: by.id, name: by.name },
            approvedBy: approver,
            detail: toAuditDetail(row),
          });
        });
        return ok({});
      }),
  };
}

function toRow(
  { gln, place }: DerivedLayout,
  fields: Pick<BillLayoutRow, 'billerId' | 'taughtBy' | 'taughtAt'>,
): BillLayoutRow {
  return {
    gln,
    accountReference: place.reference,
    accountFrom: place.from,
    accountTo: place.to,
    ...fields,
  };
}
