export interface ChainTerminal {
  /** The words behind `chain`. */
  readonly words: readonly string[];
  /** What paths are relative to. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly say: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Resolves when the process is told to end. */
  readonly stopped: Promise<unknown>;
}
