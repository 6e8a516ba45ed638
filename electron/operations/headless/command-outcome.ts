import { assertNever, type Problem } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import type { DueUploadReport } from '../../back-office/reconciliation/index.ts';
import { EXIT, type ExitCode } from '../../platform/index.ts';

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

export function toCommandOutcome(report: HeadlessUploadReport): CommandOutcome {
  switch (report.kind) {
    case 'tried':
      return toAttemptedOutcome(report.days);
    case 'not-uploading':
      return {
        code: EXIT.notThisTill,
        lines: [
          'This till does not upload the daily file. If it should, set "uploads" in its settings.',
        ],
      };
    case 'of-chain':
      return {
        code: EXIT.notThisTill,
        lines: [
          'This till belongs to a chain: `mostrador-cli chain start` uploads one file with the sales of every till. This till has no earlier file to upload.',
        ],
      };
    case 'no-secret':
      return {
        code: EXIT.noKeyStore,
        lines: [
          "The key store did not release this till's keys, or has none. Run this in the session of the account that set the till up, or set the till up again.",
        ],
      };
    case 'time-unsure':
      return {
        code: EXIT.timeUnsure,
        lines: [
          "The service's time could not be read, so it is uncertain which day has ended. Nothing was sent. Check the connection, and run this again.",
        ],
      };
    case 'stopped':
      return {
        code: EXIT.later,
        lines: ['The till was closed before it finished. Run this again.'],
      };
    case 'no-till':
      return {
        code: report.problem.kind === 'not-set-up' ? EXIT.notThisTill : EXIT.held,
        lines: [formatProblem(report.problem)],
      };
    case 'held':
      return {
        code: EXIT.held,
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
  if (days.length === 0) return { code: EXIT.done, lines: ['No daily file is due.'] };
  const openDays = days.filter((day) => day.problem !== null);
  const lines = days.map(
    ({ day, name, problem }) =>
      `${day} ${name}: ${problem === null ? 'uploaded.' : formatProblem(problem)}`,
  );
  if (openDays.length === 0) return { code: EXIT.done, lines };
  const lacksKeys = openDays.some(
    ({ problem }) => problem?.kind === 'upload' && problem.reason === 'no-secret',
  );
  if (lacksKeys) return { code: EXIT.noKeyStore, lines };
  return { code: openDays.some((day) => day.needsPerson) ? EXIT.person : EXIT.later, lines };
}

/** For a terminal or a scheduler's log. */
export function formatProblem(problem: Problem): string {
  const { title, action } = describeProblem(problem, 'en');
  return `${title} ${action} ${JSON.stringify(problem)}`;
}
