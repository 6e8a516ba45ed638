import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Clock } from '../../../platform/index.ts';
import type { FileToSend } from '../types.ts';
import {
  DEFAULT_UPLOAD_TIMEOUTS,
  type ServerAddress,
  type ServerSecrets,
  UNKNOWN_KEY_TYPE,
  UploadFailure,
} from '../upload-server.ts';
import { sendFile } from './send-file.ts';

/**
 * Uploads one file without a ledger that records attempts. The server receives a login and a file
 * only if its key has this fingerprint (`SHA256:…`); otherwise the problem contains the fingerprint
 * that it presented.
 */
export async function uploadWithoutLedger(
  clock: Clock,
  target: {
    readonly server: ServerAddress;
    readonly secrets: ServerSecrets;
    readonly fingerprint: string | null;
  },
  file: FileToSend,
): Promise<Result<'uploaded' | 'was-there'>> {
  const { createSftpConnector } = await import('./sftp.ts');
  try {
    const remote = await createSftpConnector(clock, DEFAULT_UPLOAD_TIMEOUTS)(
      target.server,
      target.secrets,
      {
        isConfirmed: (key) => key.fingerprint === target.fingerprint,
        keyType: target.fingerprint === null ? null : UNKNOWN_KEY_TYPE,
        signal: new AbortController().signal,
      },
    );
    try {
      return ok(
        await sendFile(remote, file, { isInDoubt: false, mark: () => {}, clear: () => {} }),
      );
    } finally {
      remote.close();
    }
  } catch (error) {
    if (!(error instanceof UploadFailure)) throw error;
    return fail(error.problem);
  }
}
