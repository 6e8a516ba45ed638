import type { PrinterSettings } from '../../shared/contract/index.ts';
import type { VirtualPrinter } from '../support/virtual-printer/index.ts';
import type { ShellName, SmokeTill } from './smoke-till.ts';

/** What `build/launcher/smoke.mjs` passes. */
export interface SmokeOptions {
  /** The printer for a test sheet; null for none. */
  readonly printer: { readonly address: string; readonly model: string } | null;
  /** The longest time of all questions. */
  readonly totalMs: number;
  /** The file to write. */
  readonly report: string;
  /** Why Electron cannot start; null if it can. */
  readonly electronReason: string | null;
}

/** A printer that gets a test sheet. */
export type TestedPrinter = Extract<PrinterSettings, { readonly kind: 'network' | 'path' }>;

/** What the steps of one run share. */
export interface SmokeRun {
  readonly shell: ShellName;
  /** For files of this run. */
  readonly folder: string;
  readonly profile: string;
  /** Prints the receipts of the till. */
  readonly printer: VirtualPrinter;
  readonly testedPrinter: TestedPrinter | null;
  readonly totalMs: number;
  /** Aborted at the end: kills what still runs. */
  readonly end: AbortController;
  /** Set by the first step. */
  till: SmokeTill | null;
}

/** What to do if nobody knows yet what is wrong. */
export const ATTACH = 'Attach the file of this run to an issue.';

export function getTill({ till }: SmokeRun): SmokeTill {
  if (till === null) throw new Error('the till did not start');
  return till;
}
