/** A part of the process, such as the maker of the daily file. It waits by itself for its database. */
export interface OfficeService {
  readonly name: string;
  /** Rejects only if it can never run: a port that is taken, a file that is missing. */
  start(): RunningService | Promise<RunningService>;
}

export interface RunningService {
  /** Resolves once its work is put down where another process can take it up. */
  stop(): Promise<void>;
  /** How it fares; green if it does not say. */
  light?(): OfficeServiceStatus;
}

export interface OfficeServiceStatus {
  readonly light: 'green' | 'yellow' | 'red';
  /** For a terminal, in English, and without secrets. */
  readonly says: string;
}
