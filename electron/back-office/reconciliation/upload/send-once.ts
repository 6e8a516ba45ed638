import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Clock } from '../../../platform/index.ts';
import type { FileToSend } from '../types.ts';
import {
  DEFAULT_UPLOAD_TIMEOUTS,
  type ServerAddress,
  type ServerSecrets,
  UploadFailure,
} from '../upload-server.ts';
import { sendFile } from './send-file.ts';

/**
 * Sends one file, with no ledger behind it that would remember what was tried. The server gets a
 * login and a file only if its key has this fingerprint (`SHA256:…`); otherwise the problem carries
 * the one that it showed.
 */
export async function sendOnce(
  clock: Clock,
  to: {
    readonly server: ServerAddress;
    readonly secrets: ServerSecrets;
    readonly fingerprint: string | null;
  },
  file: FileToSend,
): Promise<Result<'uploaded' | 'was-there'>> {
  const { createSftpConnector } = await import('./sftp.ts');
  try {
    const remote = await createSftpConnector(clock, DEFAULT_UPLOAD_TIMEOUTS)(
      to.server,
      to.secrets,
      {
        isConfirmed: (key) => key.fingerprint === to.fingerprint,
        keyType: null,
        signal: new AbortController().signal,
      },
    );
    try {
      return ok(await sendFile(remote, file, { isOpen: false, open: () => {}, close: () => {} }));
    } finally {
      remote.close();
    }
  } catch (error) {
    if (!(error instanceof UploadFailure)) throw error;
    return fail(error.problem);
  }
}
