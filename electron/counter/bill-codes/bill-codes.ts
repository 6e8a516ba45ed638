import {
  findShippedCollector,
  type KnownLengths,
  parseBillCode,
  UNKNOWN_LENGTHS,
  WHOLE_REFERENCE,
} from '../../../shared/bill-codes/index.ts';
import {
  type CallOutput,
  fail,
  ok,
  type Result,
  type ScanResult,
  type TaughtLayout,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { toDay } from '../../../shared/dates/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { createStorageGuard, type Database } from '../../ledger/index.ts';
import { type Clock, type Log, toIsoTime } from '../../platform/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { type ChainBillLayouts, createChainLayoutStore } from './chain-layouts.ts';
import { type BillLayoutSettings, type BillPatternSettings, findCollector } from './collectors.ts';
import { type DerivedLayout, deriveLayout } from './derive-layout.ts';
import {
  addKnownLengths,
  type BillLayoutRow,
  deleteBillLayout,
  listBillLayouts,
  readBillLayout,
  toAccountPlace,
  writeBillLayout,
} from './layout-queries.ts';
import { readScan, type ScanReading } from './read-scan.ts';
import { createScanComparer } from './scan-comparer.ts';

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
    readonly chain?: object | undefined;
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
  /** Remembers the lengths of the bill that the cashier compared with the paper, and chose. */
  confirm(input: ValidatedCallInput<'billCodes.confirm'>): Result<Record<string, never>>;
  teach(
    input: Omit<ValidatedCallInput<'billCodes.teach'>, 'approval'>,
    by: AuditPerson,
    approver: AuditPerson | null,
  ): Result<TaughtLayout>;
  list(): Result<CallOutput<'billCodes.list'>>;
  forget(gln: string, by: AuditPerson, approver: AuditPerson | null): Result<Record<string, never>>;
  /** The revision of the chain's layouts that the till has; null without any. Throws `StorageError`. */
  getChainRevision(): string | null;
  /** Stores the chain's layouts, and uses the valid ones. Throws `StorageError`. */
  saveChainLayouts(chainLayouts: ChainBillLayouts): void;
}

export function createBillCodes(ports: BillCodePorts): BillCodes {
  const { database, clock, audit, catalog } = ports;
  const { catchStorageError } = createStorageGuard(ports);
  const chainLayouts = createChainLayoutStore({
    database,
    log: ports.log,
    isInChain: () => ports.settings().chain !== undefined,
  });
  const toScanResult = createScanComparer(ports);

  /** A biller's forms in the settings replace those of the chain. */
  const listPatterns = (): BillPatternSettings => {
    const own = ports.settings().billPatterns;
    const describedIds = new Set(own.map(({ billerId }) => billerId));
    const ofChain = chainLayouts.get().patterns;
    return [...own, ...ofChain.filter(({ billerId }) => !describedIds.has(billerId))];
  };

  const readCode = (code: string): ScanReading =>
    readScan(code, {
      catalog,
      findCollector: (gln) =>
        findCollector(gln, {
          database,
          settings: () => ports.settings().billLayouts,
          chainLayouts: () => chainLayouts.get().layouts,
          trainingBillers: ports.trainingBillers,
        }),
      patterns: listPatterns(),
      today: () => toDay(clock.now(), ports.settings().timeZone),
    });

  const readAndRecord = (code: string, billerId: number | null): ScanResult =>
    toScanResult(readCode(code), code, billerId);

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
    { gln, place }: Pick<DerivedLayout, 'gln' | 'place'>,
    billerId: number,
    taughtBy: BillLayoutRow['taughtBy'],
  ): BillLayoutRow => ({
    gln,
    billerId,
    accountReference: place.reference,
    accountFrom: place.from,
    accountTo: place.to,
    taughtBy,
    taughtAt: toIsoTime(clock.now()),
  });

  function saveLayout(
    row: BillLayoutRow,
    lengths: KnownLengths,
    { by, approver }: { readonly by: AuditPerson; readonly approver: AuditPerson | null },
  ): void {
    database.commit(() => {
      writeBillLayout(database, row, lengths);
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
    const taught = rows.map(toTaughtLayout);
    const { billLayouts } = ports.settings();
    const declared = billLayouts.map((layout) => toDeclaredLayout(layout, 'settings'));
    const ofChain = chainLayouts.get().layouts.map((layout) => toDeclaredLayout(layout, 'chain'));
    // The last one of each collector in a map counts.
    const byGln = new Map([...ofChain, ...declared, ...taught].map((it) => [it.gln, it]));
    return [...byGln.values()];
  }

  const toDeclaredLayout = (
    { gln, billerId, account }: BillLayoutSettings[number],
    taughtBy: 'settings' | 'chain',
  ): TaughtLayout => ({
    gln,
    billerId,
    billerName: getBillerName(billerId),
    account: findShippedCollector(gln)?.account ?? account ?? WHOLE_REFERENCE,
    taughtBy,
    taughtAt: null,
  });

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
          const row = createRow({ gln: parsed.gln, place }, billerId, 'scan');
          // The cashier compares this code with the paper next.
          saveLayout(row, UNKNOWN_LENGTHS, { by, approver });
        }
        return ok(readAndRecord(code, null));
      }),
    confirm: ({ code, codeId }) =>
      catchStorageError(() => {
        const reading = readCode(code);
        const bills = reading.kind === 'choose' ? reading.bills : [];
        const bill = bills.find((candidate) => candidate.codeId === codeId);
        const gln = bill?.gln ?? null;
        if (bill !== undefined && gln !== null)
          database.commit(() => addKnownLengths(database, gln, bill.lengths));
        return ok({});
      }),
    teach: ({ billerId, bills }, by, approver) =>
      catchStorageError(() => {
        if (!catalog.biller(billerId)?.isListed) return fail({ kind: 'not-found', what: 'biller' });
        const taught = deriveLayout(bills);
        if (!taught.ok) return taught;
        const row = createRow(taught.value, billerId, 'bills');
        saveLayout(row, taught.value.lengths, { by, approver });
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
    getChainRevision: chainLayouts.getRevision,
    saveChainLayouts: chainLayouts.save,
  };
}
