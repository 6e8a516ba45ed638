import { assertNever, type Problem } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import type { DueUploadReport } from '../../back-office/reconciliation/index.ts';
import { EXIT_CODES, type ExitCode } from '../../platform/index.ts';

export type HeadlessUploadReport =
  | DueUploadReport
  /** No till is open in this profile; the problem is the reason. */
  | { readonly kind: 'no-till'; readonly problem: Problem }
  /** Another program holds the profile and does not answer. */
  | { readonly kind: 'held' };

export interface CommandOutcome {
  readonly code: ExitCode;
  readonly lines: readonly string[];
}

export function toUploadCommandOutcome(report: HeadlessUploadReport): CommandOutcome {
  switch (report.kind) {
    case 'tried':
      return toAttemptedOutcome(report.days);
    case 'not-uploading':
      return {
        code: EXIT_CODES.notThisTill,
        lines: [
          'This till does not upload the daily file. If it should, set "uploads" in its settings.',
        ],
      };
    case 'of-chain':
      return {
        code: EXIT_CODES.notThisTill,
        lines: [
          'This till belongs to a chain: `mostrador-cli chain start` uploads one file with the sales of every till. This till has no earlier file to upload.',
        ],
      };
    case 'no-secret':
      return {
        code: EXIT_CODES.noKeyStore,
        lines: [
          "The key store did not release this till's keys, or has none. Run this in the session of the account that set the till up, or set the till up again.",
        ],
      };
    case 'time-unsure':
      return {
        code: EXIT_CODES.timeUnsure,
        lines: [
          "The service's time could not be read, so it is uncertain which day has ended. Nothing was sent. Check the connection, and run this again.",
        ],
      };
    case 'stopped':
      return {
        code: EXIT_CODES.later,
        lines: ['The till was closed before it finished. Run this again.'],
      };
    case 'no-till':
      return {
        code: report.problem.kind === 'not-set-up' ? EXIT_CODES.notThisTill : EXIT_CODES.held,
        lines: [formatProblemLine(report.problem)],
      };
    case 'held':
      return {
        code: EXIT_CODES.held,
        lines: [
          'Another program uses this profile and does not answer. Close Mostrador or restart the computer, then run this again.',
        ],
      };
    default:
      return assertNever(report);
  }
}

function toAttemptedOutcome(
  days: Extract<DueUploadReport, { kind: 'tried' }>['days'],
): CommandOutcome {
  if (days.length === 0) return { code: EXIT_CODES.done, lines: ['No daily file is due.'] };
  const openDays = days.filter((day) => day.problem !== null);
  const lines = days.map(
    ({ day, name, problem }) =>
      `${day} ${name}: ${problem === null ? 'uploaded.' : formatProblemLine(problem)}`,
  );
  if (openDays.length === 0) return { code: EXIT_CODES.done, lines };
  const lacksKeys = openDays.some(
    ({ problem }) => problem?.kind === 'upload' && problem.reason === 'no-secret',
  );
  if (lacksKeys) return { code: EXIT_CODES.noKeyStore, lines };
  return {
    code: openDays.some((day) => day.needsPerson) ? EXIT_CODES.person : EXIT_CODES.later,
    lines,
  };
}

/** For a terminal or a scheduler's log. */
export function formatProblemLine(problem: Problem): string {
  const { title, action } = describeProblem(problem, 'en');
  return `${title} ${action} ${JSON.stringify(problem)}`;
}

/** What became of the login with which the till was in the chain. */
export function formatChainLoginLine(isRetired: boolean): string {
  return isRetired
    ? "Its login in the chain has ended: the chain's file waits for it no more."
    : "The chain's database did not end the till's login, and the chain's file waits for this till every night: run `mostrador-cli chain retire` there, with its POS number; on a main till, with sudo and `--admin /etc/mostrador/host/admin.json`.";
}
