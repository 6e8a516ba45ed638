import type { Clock } from '../../../platform/index.ts';
import { DEFAULT_UPLOAD_TIMEOUTS, type OpenUploadServer } from '../upload-server.ts';

/** Loads ssh2 only when a connection is needed. */
export async function loadSftpConnector(
  clock: Clock,
  timeouts = DEFAULT_UPLOAD_TIMEOUTS,
): Promise<OpenUploadServer> {
  const { createSftpConnector } = await import('./sftp.ts');
  return createSftpConnector(clock, timeouts);
}
