import type { Result } from '../../../shared/contract/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, CreateId, Log } from '../../platform/index.ts';
import type { Printing } from '../../printing/index.ts';
import type { ClaimSheetSettings } from './claim-sheet.ts';
import type { ClaimClocks } from './claim-time.ts';
import type { EvidenceKeyPair } from './evidence-key.ts';

export interface ClaimPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly audit: Audit;
  readonly log: Log;
  readonly printing: Pick<
    Printing,
    'enqueueReport' | 'wake' | 'listPaymentTapes' | 'saveDocument' | 'saveText'
  >;
  /** What the service says about the time; see `ClaimClocks`. */
  readonly getServiceClock: () => Pick<ClaimClocks, 'serviceTime' | 'isServiceTimeDisputed'>;
  /** This computer's clock, uncorrected. */
  readonly computerClock: Pick<Clock, 'now'>;
  /** The till's key pair; a `data-key` problem if the till cannot open its keys now. */
  readonly openKeyPair: () => Promise<Result<EvidenceKeyPair>>;
  readonly settings: () => ClaimSheetSettings & { readonly chainName: string };
  readonly onChange: () => void;
}
