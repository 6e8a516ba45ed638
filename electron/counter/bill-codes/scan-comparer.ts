import type { ScannedBill, ScanResult } from '../../../shared/contract/index.ts';
import { SAME_AMOUNT_BLOCK_MS } from '../../../shared/rules/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Clock, createExpiringMap, toIsoTime } from '../../platform/index.ts';
import { findPaymentSince } from './layout-queries.ts';
import type { ReadBill, ScanReading } from './read-scan.ts';

/**
 * Returns the function that makes the result of a reading: it compares the bills with the scans and
 * payments of the last hour and with the biller whose payment is open, and remembers the scan.
 */
export function createScanComparer({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): (reading: ScanReading, code: string, billerId: number | null) => ScanResult {
  /** When each code was scanned last, in milliseconds since the epoch. */
  const lastScans = createExpiringMap<number>(clock, SAME_AMOUNT_BLOCK_MS);

  function toScannedBill({ lengths: _, ...bill }: ReadBill): ScannedBill {
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
        return { kind: 'choose', code, reason: reading.reason, bills };
      }
      default:
        return reading;
    }
  }

  function recordScan(reading: ScanReading): void {
    const bills =
      reading.kind === 'bill' ? [reading.bill] : reading.kind === 'choose' ? reading.bills : [];
    for (const { codeId } of bills) lastScans.set(codeId, clock.now());
  }

  return (reading, code, billerId) => {
    // The result names the scan before.
    const result = toResult(reading, code, billerId);
    recordScan(reading);
    return result;
  };
}
