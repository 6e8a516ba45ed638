import type { Clock } from '../../../platform/index.ts';
import { DEFAULT_UPLOAD_TIMEOUTS, type OpenServer } from '../upload-server.ts';

/** Loads ssh2 only when a server is really met. */
export async function loadSshServer(
  clock: Clock,
  deadlines = DEFAULT_UPLOAD_TIMEOUTS,
): Promise<OpenServer> {
  const { createSftpConnector } = await import('./sftp.ts');
  return createSftpConnector(clock, deadlines);
}
