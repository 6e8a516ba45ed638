import type { Clock } from '../../platform/index.ts';
import { DEADLINES, type OpenServer } from '../upload-server.ts';

/** Loads ssh2 only when a server is really met. */
export async function serversOverSsh(clock: Clock, deadlines = DEADLINES): Promise<OpenServer> {
  const { createOpenServer } = await import('./sftp.ts');
  return createOpenServer(clock, deadlines);
}
