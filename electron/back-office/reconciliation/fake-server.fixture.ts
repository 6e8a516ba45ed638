import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type HostKey,
  type OpenServer,
  UploadFailure,
  type UploadProblem,
} from './upload-server.ts';

type Reason = UploadProblem['reason'];

/** A fake of the SFTP server; `upload/upload.test.ts` tests a real one. */
export interface FakeServer {
  readonly files: Map<string, Buffer>;
  /** The final names that files were renamed to, in order, including files removed since. */
  readonly arrived: string[];
  /** If set, every connection fails with this reason. */
  trouble: Reason | null;
  /** The reason with which the upload of the file of this name fails. */
  readonly troubleWith: Map<string, Reason>;
  /** When the connection breaks during the rename to the final name. */
  breaks: 'before-heard' | 'before-answered' | 'after-answered' | null;
  /** Whether it removes a file as soon as it arrives. */
  takesAway: boolean;
  /** Called during an upload, before the file's bytes are read. */
  onPut: ((signal: AbortSignal) => Promise<void>) | null;
  key: HostKey;
  opened: number;
  readonly open: OpenServer;
}

export const KEY: HostKey = { keyType: 'ssh-ed25519', fingerprint: `SHA256:${'a'.repeat(43)}` };
export const OTHER_KEY: HostKey = { ...KEY, fingerprint: `SHA256:${'b'.repeat(43)}` };

export function createFakeServer(): FakeServer {
  const files = new Map<string, Buffer>();
  const server: FakeServer = {
    files,
    arrived: [],
    trouble: null,
    troubleWith: new Map(),
    breaks: null,
    takesAway: false,
    onPut: null,
    key: KEY,
    opened: 0,
    open: async (_address, _secrets, { isConfirmed, keyType, signal }) => {
      server.opened += 1;
      if (!isConfirmed(server.key)) {
        const reason = keyType === null ? 'host-key-new' : 'host-key-changed';
        throw new UploadFailure(reason, server.key.fingerprint);
      }
      if (server.trouble !== null) throw new UploadFailure(server.trouble);
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
        upload: async (path, name) => {
          throwIfBroken();
          await server.onPut?.(signal);
          throwIfBroken();
          const trouble = server.troubleWith.get(name.replace(/\.part$/, ''));
          if (trouble !== undefined) throw new UploadFailure(trouble);
          files.set(name, readFileSync(path));
        },
        rename: async (from, to) => {
          throwIfBroken();
          isBroken = server.breaks !== null;
          if (server.breaks === 'before-heard') throw new UploadFailure('broke-off');
          const content = files.get(from);
          if (content === undefined || files.has(to)) throw new UploadFailure('server-error');
          files.delete(from);
          server.arrived.push(to);
          if (!server.takesAway) files.set(to, content);
          if (server.breaks === 'before-answered') throw new UploadFailure('broke-off');
        },
        remove: async (name) => {
          if (!isBroken) files.delete(name);
        },
        takeAway: async (name) => {
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
