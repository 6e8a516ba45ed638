import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import {
  type OpenServer,
  type ServerAddress,
  type ServerSecrets,
  UploadFailure,
} from '../upload-server.ts';
import type { PinnedKeys } from './pinned-keys.ts';

/**
 * Tests a server that is not saved yet. If its key is not confirmed, it only reads the key, and
 * sends no secret. Otherwise it also tests the login and the folder. Returns the fingerprint that
 * the server presented.
 */
export async function tryServer(
  ports: {
    readonly keys: PinnedKeys;
    readonly openServer: () => Promise<OpenServer>;
    readonly signal: AbortSignal;
  },
  server: ServerAddress,
  secrets: ServerSecrets,
): Promise<Result<{ readonly fingerprint: string }>> {
  if (secrets.password === null && secrets.privateKey === null) {
    return fail({ kind: 'upload', reason: 'no-secret', fingerprint: null });
  }
  const openServer = await ports.openServer();
  const received = { fingerprint: '' };
  try {
    const folder = await openServer(server, secrets, {
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
