import type { Problem } from '../../../shared/contract/index.ts';
import type { Awaitable } from './types.ts';

/** The SFTP server of the daily file, as the upload uses it. Every step has a timeout. */

export type UploadProblem = Extract<Problem, { kind: 'upload' }>;

/**
 * The reason why a step of the upload failed. The message is never shown: a server may send
 * anything.
 */
export class UploadFailure extends Error {
  readonly problem: UploadProblem;
  constructor(reason: UploadProblem['reason'], fingerprint: string | null = null) {
    super(reason);
    this.name = 'UploadFailure';
    this.problem = { kind: 'upload', reason, fingerprint };
  }
}

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Empty for the login's start folder. */
  readonly folder: string;
  /** The only host key to accept, from the settings; null or omitted: a person confirms the key. */
  readonly hostKey?: string | null;
  /** The file mode of an uploaded file. */
  readonly fileMode: number;
}

export interface ServerSecrets {
  readonly password: string | null;
  readonly privateKey: string | null;
}

/** The host key that a server presents, before any secret is sent to it. */
export interface HostKey {
  /** The key type, such as `ssh-ed25519`. */
  readonly keyType: string;
  /** `SHA256:` and Base64 without padding, the format of OpenSSH. */
  readonly fingerprint: string;
}

/** An open folder on the server. All methods throw `UploadFailure`. */
export interface RemoteFolder {
  /** Returns the size of a file in bytes; null if it does not exist. */
  readSize(name: string): Promise<number | null>;
  /** Returns the SHA-256 in hex of an existing file. */
  computeDigest(name: string): Promise<string>;
  /**
   * Uploads a local file, overwriting any file of that name. `beforeClose` is awaited when the
   * server has confirmed every byte, before it is told that the file is complete. What it throws,
   * this method throws.
   */
  upload(localFile: string, name: string, beforeClose: () => Awaitable<void>): Promise<void>;
  /** Fails if the new name exists. */
  rename(from: string, to: string): Promise<void>;
  /** Best effort: does not fail if the file cannot be removed. */
  remove(name: string): Promise<void>;
  /**
   * Removes a file. Returns true only if this request removed it: then no pending request can
   * rename it.
   */
  tryRemove(name: string): Promise<boolean>;
  close(): void;
}

export interface UploadTimeouts {
  /** For each of connecting, the host key and the login. */
  readonly connectTimeoutMs: number;
  /** For one request. */
  readonly requestTimeoutMs: number;
  /** The longest time without any byte transferred, while a file is sent or read. */
  readonly stallTimeoutMs: number;
}

export const DEFAULT_UPLOAD_TIMEOUTS: UploadTimeouts = {
  connectTimeoutMs: 20_000,
  requestTimeoutMs: 20_000,
  stallTimeoutMs: 30_000,
};

/** The type of a confirmed key of which only the fingerprint is known. */
export const UNKNOWN_KEY_TYPE = '';

export type OpenUploadServer = (
  address: ServerAddress,
  secrets: ServerSecrets,
  options: {
    /**
     * Returns whether this key is the confirmed one; if not, nothing more is sent to the server.
     */
    readonly isConfirmed: (key: HostKey) => boolean;
    /**
     * The type of the confirmed key, which is requested first. With `UNKNOWN_KEY_TYPE` every key of the
     * server is tried. Null if no key is confirmed.
     */
    readonly keyType: string | null;
    /** Aborts at once. */
    readonly signal: AbortSignal;
  },
) => Promise<RemoteFolder>;
