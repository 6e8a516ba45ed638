import type { HostComputer } from './host/host-computer.ts';

export interface ChainTerminal {
  /** The arguments after `chain`. */
  readonly args: readonly string[];
  /** The base of relative paths. */
  readonly workingFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly write: (text: string) => void;
  /** Whether a person sees what is written; false for a pipe or a file. */
  readonly isScreen?: boolean;
  readonly writeError: (text: string) => void;
  /** Asks a question that is answered with yes or no; missing if no person is at the terminal. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The computer that `chain host` sets up; by default this one. */
  readonly computer?: HostComputer;
  /** Resolves when the process gets a signal to end. */
  readonly stopRequested: Promise<unknown>;
}
