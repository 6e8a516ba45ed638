export interface ChainTerminal {
  /** The words behind `chain`. */
  readonly args: readonly string[];
  /** What paths are relative to. */
  readonly workingFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Resolves when the process is told to end. */
  readonly stopRequested: Promise<unknown>;
}
