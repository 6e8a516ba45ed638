import { silentLog, systemClock } from '../../../platform/index.ts';
import { type ChainAddress, connectToChain } from '../../client/index.ts';
import { openChainServerDatabase } from '../database/index.ts';
import { startRetentionTask } from '../retention/index.ts';

/** The arguments of a separate process that only runs the retention, as JSON. */
export interface RetentionProcess {
  readonly address: ChainAddress;
  readonly fencingToken: number;
  readonly limits: { readonly accountDays: number; readonly dropDays: number };
  readonly rowsPerBatch: number;
}

if (process.argv[1] === import.meta.filename) {
  const { address, fencingToken, ...rest }: RetentionProcess = JSON.parse(process.argv[2] ?? '');
  const database = openChainServerDatabase(() => connectToChain(address, { deadlineMs: 120_000 }));
  startRetentionTask({ ...rest, database, clock: systemClock, log: silentLog }, fencingToken);
}
