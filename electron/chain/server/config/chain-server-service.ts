/**
 * A service of the process, such as the maker of the daily file. It handles an unavailable database
 * without help.
 */
export interface ChainServerService {
  readonly name: string;
  /**
   * Rejects only if it can never run, for example because a port is in use or a file is missing.
   */
  start(): RunningService | Promise<RunningService>;
}

export interface RunningService {
  /** Resolves once its work is saved so that another process can continue it. */
  stop(): Promise<void>;
  /** The status of the service; green if it has no such method. */
  getStatus?(): ChainServerServiceStatus;
}

export interface ChainServerServiceStatus {
  readonly level: 'green' | 'yellow' | 'red';
  /** For a terminal, in English and without secrets. */
  readonly text: string;
}

/** The names that monitoring tools read in the JSON of `chain status` and of the health server. */
export function toStatusJson<S extends ChainServerServiceStatus>({ level, text, ...rest }: S) {
  return { ...rest, light: level, says: text };
}
