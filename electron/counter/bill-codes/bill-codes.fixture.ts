import type { Biller, BillerKind } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { silentLog } from '../../platform/index.ts';
import { type CatalogRig, openRig } from '../catalog/testing/catalog-rig.ts';
import type { BillLayoutSettings, BillPatternSettings } from './collectors.ts';
import { type BillCodes, createBillCodes } from './index.ts';

/** 10:00 in Mexico City on 26 November 2026. */
export const START = Date.parse('2026-11-26T16:00:00Z');

export const ANA = { id: 'ana', name: 'Ana' } as const;
export const LUIS = { id: 'luis', name: 'Luis' } as const;

export interface BillCodeRig extends CatalogRig {
  billCodes: BillCodes;
  /** As a restart of the till does. */
  reopenBillCodes(): BillCodes;
  layouts: BillLayoutSettings;
  patterns: BillPatternSettings;
  isInChain: boolean;
}

/** A ledger and a catalogue with these billers. */
export async function openBillCodeRig(
  billers: readonly Biller[],
  trainingBillers: ReadonlyMap<string, number> = new Map(),
): Promise<BillCodeRig> {
  const rig = openRig(START);
  const { database, clock, catalog } = rig;
  for (const kind of ['utility', 'partner'] satisfies BillerKind[])
    rig.service.lists[kind] = billers.filter((biller) => biller.kind === kind);
  for (const { id, name } of [ANA, LUIS]) {
    database
      .prepare(
        `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
         VALUES (?, ?, 'supervisor', '', '2026-01-01T00:00:00.000Z')`,
      )
      .run(id, name);
  }
  catalog.start();
  await catalog.waitUntilSettled();
  const openBillCodes = (): BillCodes =>
    createBillCodes({
      database,
      clock,
      audit: createAudit({ database, clock }),
      log: silentLog,
      catalog,
      settings: () => ({
        billLayouts: billCodeRig.layouts,
        billPatterns: billCodeRig.patterns,
        timeZone: 'America/Mexico_City',
        chain: billCodeRig.isInChain ? {} : undefined,
      }),
      trainingBillers,
    });
  const billCodeRig: BillCodeRig = {
    ...rig,
    billCodes: openBillCodes(),
    reopenBillCodes: () => {
      billCodeRig.billCodes = openBillCodes();
      return billCodeRig.billCodes;
    },
    layouts: [],
    patterns: [],
    isInChain: false,
  };
  return billCodeRig;
}
