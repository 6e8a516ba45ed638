import type { ServerSecrets } from '../../../back-office/reconciliation/upload/index.ts';
import { type Log, silentLog, systemClock } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { type ChainAddress, connectToChain } from '../../client/index.ts';
import { createDailyFileService } from '../daily-file/index.ts';

/** The arguments of a separate process that makes the daily file, as JSON. */
export interface MakerProcess {
  readonly address: ChainAddress;
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly hostKey: string;
  };
  readonly secrets: ServerSecrets;
  /** Milliseconds by which its clock, and the service's, are ahead. */
  readonly ahead: number;
  readonly leaseSeconds: number;
  /** The folder of the journal of uploads. */
  readonly dataFolder: string;
  /** Default: no decision, and nobody is asked. */
  readonly acceptsJournal?: boolean;
}

/** Creates a complete maker of the daily file, with a service that only has the time. */
export function createDailyFileMaker(maker: MakerProcess, log: Log = silentLog) {
  const clock = { ...systemClock, now: () => systemClock.now() + maker.ahead };
  const service = {
    health: { lastAnswerAt: clock.now(), rateLimitedUntilUptime: null },
    getRequestDate: clock.now,
    getSlowestServiceTime: clock.now,
    readAccount: async () => {},
    listTransactions: async () => ({
      ok: false,
      problem: { kind: 'service-unreadable', httpStatus: 500 },
    }),
  } as unknown as BillPaymentService;
  return createDailyFileService({
    connect: (options) => connectToChain(maker.address, options),
    environment: null,
    clock,
    log,
    settings: () => ({
      chainName: 'lupita',
      timeZone: 'America/Chicago',
      uploadHour: { time: '04:10', zone: 'America/New_York' },
      server: { ...maker.server, folder: '', fileMode: 0o600 },
      isUploading: true,
      isUploadedByChain: false,
      hasDrp: false,
    }),
    secrets: async () => maker.secrets,
    dailyFile: { waitUntil: '04:40', pagesAnHour: 3600, retention: null },
    journal: {
      folder: maker.dataFolder,
      choices: { acceptsJournal: maker.acceptsJournal === true, startsNewJournal: false },
      confirm: null,
    },
    service: () => service,
    leaseSeconds: maker.leaseSeconds,
  });
}

if (process.argv[1] === import.meta.filename) {
  await createDailyFileMaker(JSON.parse(process.argv[2] ?? '')).start();
}
