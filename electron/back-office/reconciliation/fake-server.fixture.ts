import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type HostKey,
  type OpenUploadServer,
  UploadFailure,
  type UploadProblem,
} from './upload-server.ts';

type Reason = UploadProblem['reason'];

/** A fake of the SFTP server; `upload/upload.test.ts` tests a real one. */
export interface FakeServer {
  readonly files: Map<string, Buffer>;
  /** The final names that files were renamed to, in order, including files removed since. */
  readonly renamedNames: string[];
  /** If set, every connection fails with this reason. */
  failureReason: Reason | null;
  /** The reason with which the upload of the file of this name fails. */
  readonly failureReasonByName: Map<string, Reason>;
  /** When the connection breaks during the rename to the final name. */
  disconnectPoint: 'before-received' | 'before-answered' | 'after-answered' | null;
  /** Whether it removes a file as soon as it arrives. */
  removesOnArrival: boolean;
  /** Called during an upload, before the file's bytes are read. */
  onUpload: ((signal: AbortSignal) => Promise<void>) | null;
  key: HostKey;
  openCount: number;
  readonly open: OpenUploadServer;
}

export const KEY: HostKey = { keyType: 'ssh-ed25519', fingerprint: `SHA256:${'a'.repeat(43)}` };
export const OTHER_KEY: HostKey = { ...KEY, fingerprint: `SHA256:${'b'.repeat(43)}` };

export function createFakeServer(): FakeServer {
  const files = new Map<string, Buffer>();
  const server: FakeServer = {
    files,
    renamedNames: [],
    failureReason: null,
    failureReasonByName: new Map(),
    disconnectPoint: null,
    removesOnArrival: false,
    onUpload: null,
    key: KEY,
    openCount: 0,
    open: async (_address, _secrets, { isConfirmed, keyType, signal }) => {
      server.openCount += 1;
      if (!isConfirmed(server.key)) {
        const reason = keyType === null ? 'host-key-new' : 'host-key-changed';
        throw new UploadFailure(reason, server.key.fingerprint);
      }
      if (server.failureReason !== null) throw new UploadFailure(server.failureReason);
      let isBroken = false;
      const throwIfBroken = (): void => {
        if (signal.aborted) throw new UploadFailure('stopped');
        if (isBroken) throw new UploadFailure('broke-off');
      };
      return {
        readSize: async (name) => {
          throwIfBroken();
          return files.get(name)?.length ?? null;
        },
        computeDigest: async (name) => {
          throwIfBroken();
          return computeDigest(files.get(name));
        },
        upload: async (path, name, beforeClose) => {
          throwIfBroken();
          await server.onUpload?.(signal);
          throwIfBroken();
          const failureReason = server.failureReasonByName.get(name.replace(/\.part$/, ''));
          if (failureReason !== undefined) throw new UploadFailure(failureReason);
          files.set(name, readFileSync(path));
          await beforeClose();
        },
        rename: async (from, to) => {
          throwIfBroken();
          isBroken = server.disconnectPoint !== null;
          if (server.disconnectPoint === 'before-received') throw new UploadFailure('broke-off');
          const content = files.get(from);
          if (content === undefined || files.has(to)) throw new UploadFailure('server-error');
          files.delete(from);
          server.renamedNames.push(to);
          if (!server.removesOnArrival) files.set(to, content);
          if (server.disconnectPoint === 'before-answered') throw new UploadFailure('broke-off');
        },
        remove: async (name) => {
          if (!isBroken) files.delete(name);
        },
        tryRemove: async (name) => {
          throwIfBroken();
          return files.delete(name);
        },
        close: () => {},
      };
    },
  };
  return server;
}

export function computeDigest(content: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(content ?? '')
    .digest('hex');
}
