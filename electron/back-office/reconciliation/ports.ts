import type { Result } from '../../../shared/contract/index.ts';
import type { ReconciliationRefunds } from '../../counter/refunds/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import type { TransactionSource, UploadHour } from './types.ts';
import type {
  OpenUploadServer,
  ServerAddress,
  ServerSecrets,
  UploadTimeouts,
} from './upload-server.ts';

/** Read again at each use, because settings may change. */
export interface ReconciliationSettings {
  readonly chainName: string;
  /** The time zone of the chain's business day. */
  readonly timeZone: string;
  /** When files are uploaded, in its own time zone. */
  readonly uploadHour: UploadHour;
  /** Null if no server is configured. */
  readonly server: ServerAddress | null;
  /** Whether this till uploads the daily file. */
  readonly isUploading: boolean;
  /** Whether the chain's program makes the file of all tills, from an agreed day on. */
  readonly isUploadedByChain: boolean;
  readonly hasDrp: boolean;
  /** The name of this point of sale. */
  readonly posNumber?: string;
}

export interface ReconciliationPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly audit: Audit;
  /** Receives the refunds that the service's list shows. */
  readonly refunds: ReconciliationRefunds;
  /** This till's ledger if omitted. */
  readonly transactionSource?: TransactionSource;
  /** Null until the till has connected to the service. */
  readonly service: () => BillPaymentService | null;
  /** Like `service`, but waits for the connection if the till was just opened. */
  readonly waitForService: () => Promise<Result<BillPaymentService>>;
  readonly settings: () => ReconciliationSettings;
  /** Null if the vault cannot decrypt them. */
  readonly secrets: () => Promise<ServerSecrets | null>;
  /** The folder for the generated files. */
  readonly dailyFilesFolder: string;
  readonly exportsFolder: string;
  /** `day` is null if the change concerns no particular day. */
  readonly onChange: (day: string | null) => void;
  /** Connects over ssh2 if omitted. */
  readonly openUploadServer?: OpenUploadServer;
  readonly timeouts?: UploadTimeouts;
}
