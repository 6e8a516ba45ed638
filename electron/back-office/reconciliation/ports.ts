import type { Result } from '../../../shared/contract/index.ts';
import type { ReconciliationRefunds } from '../../counter/refunds/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import type { TransactionSource, UploadHour } from './types.ts';
import type { OpenServer, ServerAddress, ServerSecrets, UploadTimeouts } from './upload-server.ts';

/** Who pressed; null where the till does it by itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** Read again at each use. */
export interface ReconciliationSettings {
  readonly chainName: string;
  /** The zone of the chain's business day. */
  readonly timeZone: string;
  /** When files go out, in a zone of its own. */
  readonly uploadHour: UploadHour;
  /** Null if no server is set. */
  readonly server: ServerAddress | null;
  /** This till is the one that uploads. */
  readonly uploads: boolean;
  /** The chain's program makes the file of all tills, from a day on that the chain agreed on. */
  readonly isOfChain: boolean;
  readonly hasDrp: boolean;
  /** The name of this point of sale. */
  readonly posNumber?: string;
}

export interface ReconciliationPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly audit: Audit;
  /** What the service gave back is seen in its list. */
  readonly refunds: ReconciliationRefunds;
  /** This till's ledger if left out. */
  readonly source?: TransactionSource;
  /** Null until the till has connected. */
  readonly service: () => BillPaymentService | null;
  /** The same, but waits if the till has just been opened. */
  readonly connected: () => Promise<Result<BillPaymentService>>;
  readonly settings: () => ReconciliationSettings;
  /** Null if the vault cannot open them. */
  readonly secrets: () => Promise<ServerSecrets | null>;
  /** The folder for the files as they were made. */
  readonly folder: string;
  readonly exportsFolder: string;
  /** Null if it concerns no particular day. */
  readonly onChange: (day: string | null) => void;
  /** Over ssh2 if left out. */
  readonly openServer?: OpenServer;
  readonly deadlines?: UploadTimeouts;
}
