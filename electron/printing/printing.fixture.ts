import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { PrinterSettings, Tape } from '../../shared/contract/index.ts';
import { PAPER_WORKER_URL } from '../../tests/support/built-paths.ts';
import {
  type Make,
  startVirtualPrinter,
  type VirtualPrinter,
} from '../../tests/support/virtual-printer/index.ts';
import { createAudit } from '../ledger/audit/index.ts';
import { type Database, giftCardSealContexts } from '../ledger/index.ts';
import { openTestLedger, testCodes } from '../ledger/testing/index.ts';
import { type Clock, createUuid, silentLog, systemClock } from '../platform/index.ts';
import type { PrinterTimings } from './devices/index.ts';
import { createPrinting } from './printing.ts';
import { listPaymentPrintJobs, type PaperViewingCashier } from './queue/index.ts';
import type {
  Printing,
  PrintingDevice,
  PrintingSettings,
  ReceiptDeliveryChannels,
} from './types.ts';

/** Long timeouts where an answer is expected, so that a busy machine does not change the result. */
export const LONG_TIMINGS: PrinterTimings = {
  connectTimeoutMs: 20_000,
  answerTimeoutMs: 20_000,
  stallTimeoutMs: 20_000,
  confirmTimeoutMs: 20_000,
  pollIntervalMs: 50,
  closeTimeoutMs: 20_000,
  settleTimeoutMs: 20,
  shutdownGraceMs: 20_000,
  retryDelayMs: 600_000,
};

export const SUPERVISOR_PIN = '2222';

/** Short timeouts for a printer that does not answer. */
export const SHORT_TIMINGS: PrinterTimings = {
  ...LONG_TIMINGS,
  answerTimeoutMs: 80,
  confirmTimeoutMs: 80,
  closeTimeoutMs: 80,
};

/** A till's paper on a real ledger file, and a virtual printer at the other end of a socket. */
export interface Counter {
  readonly database: Database;
  readonly printer: VirtualPrinter;
  readonly settings: { now: PrintingSettings };
  readonly changes: (string | null)[];
  /** The cashier who is signed in. */
  readonly viewer: { now: PaperViewingCashier | null };
  open(
    timings?: PrinterTimings,
    clock?: Clock,
    device?: PrintingDevice,
    receiptDelivery?: ReceiptDeliveryChannels,
  ): Printing;
  /** Records a paid payment; returns its id. */
  pay(values?: Readonly<Record<string, string | null>>): string;
  /** Queues the original and waits until its job has ended; returns its tape. */
  print(printing: Printing, paymentId: string): Promise<Tape>;
  end(): Promise<void>;
}

/** The time of the counter's payments, at which its clock starts. */
export const PAID_AT = '2026-01-15T16:42:07.000Z';
const clockOffsetMs = Date.now() - Date.parse(PAID_AT);
export const paymentDayClock: Clock = {
  ...systemClock,
  now: () => systemClock.now() - clockOffsetMs,
};

/** The ledger of each printing: reading its jobs is cheap, while reading a tape lays it out. */
const databaseByPrinting = new WeakMap<Printing, Database>();

export async function openCounter(
  make: Make = 'epson',
  columns: 32 | 42 | 48 = 42,
  place: string = tmpdir(),
): Promise<Counter> {
  const folder = mkdtempSync(join(place, 'paper-'));
  const database = openTestLedger(join(folder, 'ledger.db'), testCodes);
  const printer = await startVirtualPrinter({ make });
  const printings: Printing[] = [];
  const changes: (string | null)[] = [];
  const viewer: Counter['viewer'] = { now: { cashierId: 'ana', signedInAt: '', role: 'cashier' } };
  const settings = {
    now: createPrintingSettings({
      kind: 'network',
      address: printer.address,
      model: make,
      columns,
      drawer: 'pin-2',
    }),
  };
  const at = PAID_AT;
  database.commit(() => {
    database
      .prepare(
        `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
         VALUES ('ana', 'Ana', 'cashier', '-', ?), ('luis', 'Luis', 'supervisor', '-', ?)`,
      )
      .run(at, at);
    database
      .prepare("INSERT INTO shifts (id, opened_at, opened_by) VALUES ('s', ?, 'ana')")
      .run(at);
  });
  return {
    database,
    printer,
    settings,
    changes,
    viewer,
    open: (timings = LONG_TIMINGS, clock = paymentDayClock, device, receiptDelivery) => {
      const printing = createPrinting({
        database,
        clock,
        createId: createUuid,
        log: silentLog,
        settings: () => settings.now,
        onChange: (jobId) => changes.push(jobId),
        getViewer: () => viewer.now,
        approve: async (_act, { pin }) =>
          pin === SUPERVISOR_PIN
            ? { ok: true, value: { id: 'luis', name: 'Luis' } }
            : { ok: false, problem: { kind: 'wrong-pin', waitSeconds: 0 } },
        audit: createAudit({ database, clock }),
        paperWorkerUrl: PAPER_WORKER_URL,
        timings,
        ...(device === undefined ? {} : { device }),
        ...(receiptDelivery === undefined ? {} : { receiptDelivery: receiptDelivery }),
      });
      printings.push(printing);
      databaseByPrinting.set(printing, database);
      return printing;
    },
    pay: (values = {}) => insertPayment(database, at, values),
    print: async (printing, paymentId) => {
      database.commit(() => printing.enqueuePaymentPaper(paymentId, 'original', 'ana'));
      printing.wake();
      return await waitUntilPrintJobEnded(printing, paymentId);
    },
    end: async () => {
      await Promise.all(printings.map((printing) => printing.stop()));
      database.close();
      await printer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function createPrintingSettings(printer: PrinterSettings | null): PrintingSettings {
  return {
    printer,
    shop: {
      name: 'Abarrotes Núñez',
      address: 'Calle 5 #10, Col. Centro',
      helpLine: '55 1234 5678',
    },
    posNumber: '07',
    timeZone: 'America/Mexico_City',
    language: 'es-MX',
    environment: 'production',
  };
}

/** Waits until the job of the original has ended; returns its tape. */
export async function waitUntilPrintJobEnded(printing: Printing, paymentId: string): Promise<Tape> {
  return await vi.waitFor(
    () => {
      const database = databaseByPrinting.get(printing);
      const jobs = database === undefined ? [] : listPaymentPrintJobs(database, paymentId);
      const original = jobs.find((job) => job.kind === 'original');
      expect(['waiting', 'printing']).not.toContain(original?.state);
      const tape = printing.getPaymentTape(paymentId);
      if (tape === null) throw new Error('no original');
      expect(['waiting', 'printing']).not.toContain(tape.state);
      return tape;
    },
    { timeout: 120_000, interval: 5 },
  );
}

function insertPayment(
  database: Database,
  at: string,
  values: Readonly<Record<string, string | null>>,
): string {
  const id = createUuid();
  const intent: Record<string, string | number | null> = {
    id,
    order_id: createUuid(),
    kind: 'bill',
    created_at: at,
    version: 'v3.mx',
    external_id: createUuid(),
    idempotency_key: createUuid(),
    target: '/single/pay',
    body: null,
    biller_id: 40,
    biller_name: 'Comisión Federal de Electricidad',
    biller_kind: 'utility',
    account_number: '501000000007',
    amount: '549.00',
    currency: 'MXN',
    fee: '10.00',
    due: '559.00',
    cash: '600.00',
    change: '41.00',
    shop_currency: 'MXN',
    rate: null,
    cashier_id: 'ana',
    cashier_name: 'Ana',
    pos_number: '07',
    shift_id: 's',
  };
  const outcome: Record<string, string | null> = {
    intent_id: id,
    state: 'paid',
    resolved_by: 'answer',
    authorization: '48586',
    ticket_text: 'Pago realizado\n\n  Auth: 1569455271\n',
  };
  for (const [name, value] of Object.entries(values)) {
    if (name in outcome) outcome[name] = value;
    else intent[name] = value;
  }
  if (intent.kind === 'gift-card' && outcome.ticket_text) {
    outcome.ticket_text = database.codeSealer.sealText(
      outcome.ticket_text,
      giftCardSealContexts.ticket(id),
    );
  }
  const insert = (table: string, row: Record<string, string | number | null>): void => {
    const names = Object.keys(row);
    const placeholders = names.map((name) => (name === 'body' ? "x'7b7d'" : '?'));
    database
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${placeholders.join(', ')})`)
      .run(...Object.entries(row).flatMap(([name, value]) => (name === 'body' ? [] : [value])));
  };
  database.commit(() => {
    insert('intents', intent);
    insert('outcomes', outcome);
  });
  return id;
}
