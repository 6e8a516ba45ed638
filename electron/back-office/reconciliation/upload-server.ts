import type { Problem } from '../../../shared/contract/index.ts';

/** The server of the daily file, as the upload speaks to it. Every step has a deadline. */

export type UploadProblem = Extract<Problem, { kind: 'upload' }>;

/** Why a step of the upload failed. Its message is shown to nobody: a server may send anything. */
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
  /** Empty for the folder that the login opens. */
  readonly folder: string;
  /** The only key that it may show, as the settings give it; null or left out: a person confirms. */
  readonly hostKey?: string | null;
  /** The rights of a file that arrives. */
  readonly fileMode: number;
}

export interface ServerSecrets {
  readonly password: string | null;
  readonly privateKey: string | null;
}

/** The key that a server shows, before anything secret is sent to it. */
export interface HostKey {
  /** `ssh-ed25519` and the like. */
  readonly keyType: string;
  /** `SHA256:` and Base64 without padding, as OpenSSH shows it. */
  readonly fingerprint: string;
}

/** The folder on the server, open. All of these throw `UploadFailure`. */
export interface RemoteFolder {
  /** Bytes of a file; null if it does not exist. */
  readSize(name: string): Promise<number | null>;
  /** SHA-256 in hex of an existing file. */
  computeDigest(name: string): Promise<string>;
  /** Sends a file of this machine, overwriting any file of that name. */
  upload(localFile: string, name: string): Promise<void>;
  /** Fails if the new name is taken. */
  rename(from: string, to: string): Promise<void>;
  /** Best effort: what cannot be removed stays. */
  remove(name: string): Promise<void>;
  /** Whether this very request removed it: nobody can rename it any longer. */
  takeAway(name: string): Promise<boolean>;
  close(): void;
}

export interface UploadTimeouts {
  /** For connecting, its key and the login, each. */
  readonly connectTimeoutMs: number;
  /** For one request. */
  readonly requestTimeoutMs: number;
  /** Without a byte moving, while a file is sent or read. */
  readonly stallTimeoutMs: number;
}

export const DEFAULT_UPLOAD_TIMEOUTS: UploadTimeouts = {
  connectTimeoutMs: 20_000,
  requestTimeoutMs: 20_000,
  stallTimeoutMs: 30_000,
};

export type OpenServer = (
  address: ServerAddress,
  secrets: ServerSecrets,
  options: {
    /** Whether this key is the confirmed one; otherwise nothing more is sent to the server. */
    readonly isConfirmed: (key: HostKey) => boolean;
    /** The type of the confirmed key, which is requested first. */
    readonly keyType: string | null;
    /** Ends it at once. */
    readonly signal: AbortSignal;
  },
) => Promise<RemoteFolder>;
