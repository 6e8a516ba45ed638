import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentName } from '../../../../shared/contract/index.ts';
import { toDayTimeRange } from '../../../back-office/reconciliation/days/index.ts';
import {
  createFakeServer,
  type FakeServer,
  KEY,
} from '../../../back-office/reconciliation/testing/index.ts';
import type {
  OpenUploadServer,
  ServerSecrets,
} from '../../../back-office/reconciliation/upload/index.ts';
import {
  createUuid,
  createVirtualClock,
  silentLog,
  type VirtualClock,
} from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import type { ChainDay } from '../chain-day.ts';
import { type ChainServerDatabase, openChainServerDatabase } from '../database/index.ts';
import { createServerTestChain, type ServerTestChain } from '../testing/index.ts';
import {
  createJournalGuard,
  type JournalChoices,
  type JournalGuard,
  openUploadJournal,
} from '../upload-journal/index.ts';
import { readChainDay } from './chain-days.ts';
import { startUploadTerm, type UploadTerm } from './upload-term.ts';

export const ZONE = 'America/Chicago';

/** A chain, its SFTP server, and makers with a virtual clock. */
export interface MakerBench {
  readonly testChain: ServerTestChain;
  readonly server: FakeServer;
  readonly database: ChainServerDatabase;
  readonly clock: VirtualClock;
  /** The folder of the journal of uploads. */
  readonly dataFolder: string;
  /** Elects another process. */
  elect(options?: {
    readonly openUploadServer?: OpenUploadServer;
    readonly journalChoices?: Partial<JournalChoices>;
    readonly environment?: EnvironmentName;
  }): Promise<UploadTerm & { readonly journal: JournalGuard }>;
  jumpTo(time: number): void;
  readDay(day: string): Promise<ChainDay>;
  remove(): Promise<void>;
}

export async function createMakerBench(options: {
  readonly firstDay: string;
  /** If set, the service's time is known only after a request; otherwise it is always current. */
  readonly isServiceQuiet?: boolean;
  readonly server?: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly hostKey: string;
    readonly secrets: ServerSecrets;
  };
}): Promise<MakerBench> {
  const testChain = await createServerTestChain();
  const { since } = toDayTimeRange(options.firstDay, ZONE);
  testChain.setFirstDay(options.firstDay, since);
  const server = createFakeServer();
  const clock = createVirtualClock(since * 1000);
  const folder = mkdtempSync(join(tmpdir(), 'office-term-'));
  const database = openChainServerDatabase(() => testChain.connect({ deadlineMs: 60_000 }));
  const terms: UploadTerm[] = [];
  const { secrets = { password: 'secreta', privateKey: null }, ...address } = options.server ?? {
    host: 'sftp.example',
    port: 22,
    user: 'lupita',
    hostKey: KEY.fingerprint,
  };
  let answeredAt = clock.now();
  const service = {
    get health() {
      const lastAnswerAt = options.isServiceQuiet ? answeredAt : clock.now();
      return { lastAnswerAt, rateLimitedUntilUptime: null };
    },
    getRequestDate: () => clock.now(),
    readAccount: async () => {
      answeredAt = clock.now();
    },
  } as unknown as BillPaymentService;
  return {
    testChain,
    server,
    database,
    clock,
    dataFolder: folder,
    elect: async (electOptions = {}) => {
      for (const term of terms.splice(0)) await term.end();
      const holder = createUuid();
      await testChain.chain.database.sql("UPDATE chain.leases SET until = '-infinity'");
      const [row] = await database.query("SELECT chain.take_lease_v1('maker', $1, 3600) AS fence", [
        holder,
      ]);
      const openUploadServer =
        electOptions.openUploadServer ?? (options.server ? undefined : server.open);
      const journal = createJournalGuard({
        journal: openUploadJournal(folder),
        query: database.query,
        choices: { acceptsJournal: false, startsNewJournal: false, ...electOptions.journalChoices },
        environment: electOptions.environment ?? null,
      });
      const term = startUploadTerm(
        {
          database,
          clock,
          log: silentLog,
          createId: createUuid,
          holder,
          waitUntil: '04:40',
          service: () => service,
          folder: join(folder, holder),
          journal,
          secrets: async () => secrets,
          settings: () => ({
            chainName: 'lupita',
            timeZone: ZONE,
            uploadHour: { time: '04:10', zone: 'America/New_York' },
            server: { ...address, folder: '', fileMode: 0o600 },
            isUploading: true,
            isUploadedByChain: false,
            hasDrp: false,
          }),
          ...(openUploadServer ? { openUploadServer } : {}),
        },
        Number(row?.fence),
      );
      await term.uploadDueFiles();
      terms.push(term);
      return { ...term, journal };
    },
    jumpTo: (time) => clock.jump(time - clock.now()),
    readDay: async (day) => {
      const row = await readChainDay(database.query, day);
      if (row === null) throw new Error(`no such day: ${day}`);
      return row;
    },
    remove: async () => {
      for (const term of terms) await term.end();
      await database.end();
      await testChain.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
