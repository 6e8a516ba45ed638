import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import {
  type OpenUploadServer,
  type ServerAddress,
  type ServerSecrets,
  UploadFailure,
} from '../upload-server.ts';
import type { PinnedHostKeys } from './pinned-host-keys.ts';

/**
 * Tests a server that is not saved yet. If its key is not confirmed, it only reads the key, and
 * sends no secret. Otherwise it also tests the login and the folder. Returns the fingerprint that
 * the server presented.
 */
export async function testUploadServer(
  ports: {
    readonly keys: PinnedHostKeys;
    readonly openUploadServer: () => Promise<OpenUploadServer>;
    readonly signal: AbortSignal;
  },
  server: ServerAddress,
  secrets: ServerSecrets,
): Promise<Result<{ readonly fingerprint: string }>> {
  if (secrets.password === null && secrets.privateKey === null) {
    return fail({ kind: 'upload', reason: 'no-secret', fingerprint: null });
  }
  const openUploadServer = await ports.openUploadServer();
  const received = { fingerprint: '' };
  try {
    const folder = await openUploadServer(server, secrets, {
      isConfirmed: (key) => {
        received.fingerprint = key.fingerprint;
        return ports.keys.isConfirmed(server, key);
      },
      keyType: ports.keys.getKeyType(server),
      signal: ports.signal,
    });
    folder.close();
    return ok(received);
  } catch (error) {
    if (!(error instanceof UploadFailure)) throw error;
    return error.problem.reason === 'host-key-new' ? ok(received) : fail(error.problem);
  }
}
