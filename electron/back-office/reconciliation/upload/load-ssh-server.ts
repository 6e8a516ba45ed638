import type { Clock } from '../../../platform/index.ts';
import { DEFAULT_UPLOAD_TIMEOUTS, type OpenServer } from '../upload-server.ts';

/** Loads ssh2 only when a connection is needed. */
export async function loadSshServer(
  clock: Clock,
  timeouts = DEFAULT_UPLOAD_TIMEOUTS,
): Promise<OpenServer> {
  const { createSftpConnector } = await import('./sftp.ts');
  return createSftpConnector(clock, timeouts);
}
