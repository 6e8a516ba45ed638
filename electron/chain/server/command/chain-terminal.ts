export interface ChainTerminal {
  /** The arguments after `chain`. */
  readonly args: readonly string[];
  /** The base of relative paths. */
  readonly workingFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Resolves when the process gets a signal to end. */
  readonly stopRequested: Promise<unknown>;
}
