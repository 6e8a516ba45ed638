import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DailyFileDay, type DailyFileDayDetail, ok } from '../../../shared/contract/index.ts';
import { createTestRefunds } from '../../counter/refunds/testing/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { createVirtualClock, silentLog, type VirtualClock } from '../../platform/index.ts';
import type { BillPaymentService, ServiceTransaction } from '../../service/index.ts';
import { createFakeServer, type FakeServer, KEY } from './fake-server.fixture.ts';
import { type FilledLedger, openLedger } from './ledger.fixture.ts';
import type { ReconciliationSettings } from './ports.ts';
import { createReconciliation, type Reconciliation } from './reconciliation.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const ANA = { id: 'ana', name: 'Ana' };
/** Noon in Chicago, on Friday the 20th. */
export const FRIDAY = Date.UTC(2026, 10, 20, 18);
export const FRIDAYS_FILE = 'lupita_20261121.txt';
/** Friday's file is due at 04:10 in New York. */
export const DUE = Date.UTC(2026, 10, 21, 9, 10);

/** A till on Friday noon with its server and its service, in virtual time. */
export interface UploadingTill {
  readonly ledger: FilledLedger;
  readonly clock: VirtualClock;
  readonly server: FakeServer;
  readonly folder: string;
  settings: ReconciliationSettings;
  readonly service: {
    listed: ServiceTransaction[];
    lastAnswerAt: number | null;
    isSilent: boolean;
    /** The service's clock minus this computer's clock, in milliseconds. */
    clockOff: number;
    /** Called before the list is returned. */
    onList: (() => Promise<void>) | null;
  };
  /** The current instance; `restart` replaces it. */
  readonly reconciliation: Reconciliation;
  /** Stops the till and opens a new instance. */
  restart(): Promise<void>;
  /** Starts uploading from today on, with the server's key confirmed. */
  startUploading(): Promise<void>;
  jumpTo(time: number): Promise<void>;
  findDay(day: string): DailyFileDay | undefined;
  getDayState(day: string): string | undefined;
  readDayDetail(day: string): Promise<DailyFileDayDetail>;
  remove(): Promise<void>;
}

export function openFakeTill(): UploadingTill {
  const ledger = openLedger();
  const clock = createVirtualClock(FRIDAY);
  const server = createFakeServer();
  const folder = mkdtempSync(join(tmpdir(), 'till-daily-'));

  const open = (): Reconciliation => {
    const { service } = till;
    const client = {
      get health() {
        const { lastAnswerAt, clockOff } = service;
        return {
          lastAnswerAt,
          lastProblemAt: null,
          problem: null,
          rateLimitedUntilUptime: null,
          clockOffsetMs: clockOff,
        };
      },
      getRequestDate: () => clock.now() + service.clockOff,
      readAccount: async () => {
        if (!service.isSilent) service.lastAnswerAt = clock.now();
      },
      listTransactions: async (page: number) => {
        await service.onList?.();
        const transactions = service.listed;
        return ok({
          page,
          transactions,
          unreadableCount: 0,
          totalPages: 1,
          totalEntries: null,
          hasNext: false,
        });
      },
    } as unknown as BillPaymentService;
    return createReconciliation({
      database: ledger.database,
      clock,
      log: silentLog,
      audit: createAudit({ database: ledger.database, clock }),
      refunds: createTestRefunds({ database: ledger.database, clock }),
      service: () => client,
      waitForService: async () => ok(client),
      settings: () => till.settings,
      secrets: async () => ({ password: 'secreta', privateKey: null }),
      dailyFilesFolder: join(folder, 'daily-files'),
      exportsFolder: join(folder, 'exports'),
      onChange: () => {},
      openUploadServer: server.open,
    });
  };

  const till: UploadingTill = {
    ledger,
    clock,
    server,
    folder,
    settings: {
      chainName: 'lupita',
      timeZone: 'America/Chicago',
      uploadHour: { time: '04:10', zone: 'America/New_York' },
      server: { host: 'sftp.example', port: 22, user: 'lupita', folder: '', fileMode: 0o600 },
      isUploading: true,
      isUploadedByChain: false,
      hasDrp: true,
    },
    service: { listed: [], lastAnswerAt: FRIDAY, isSilent: false, clockOff: 0, onList: null },
    get reconciliation() {
      return current;
    },
    restart: async () => {
      await current.stop();
      current = open();
    },
    startUploading: async () => {
      await current.checkDue();
      await current.checkServer();
      const confirmed = current.confirmHostKey({ fingerprint: KEY.fingerprint }, ANA);
      if (!confirmed.ok) throw new Error('the key was not confirmed');
      await current.checkDue();
    },
    jumpTo: async (time) => {
      clock.jump(time - clock.now());
      await current.checkDue();
    },
    findDay: (day) => current.days(null).days.find((row) => row.day === day),
    getDayState: (day) => till.findDay(day)?.state,
    readDayDetail: async (day) => {
      const detail = await current.day({ day });
      if (!detail.ok) throw new Error(detail.problem.kind);
      return detail.value;
    },
    remove: async () => {
      await current.stop();
      ledger.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  let current = open();
  return till;
}
