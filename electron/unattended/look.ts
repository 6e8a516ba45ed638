import { statSync } from 'node:fs';
import type { Problem, Result } from '../../shared/contract/index.ts';
import { exitOf, linesOf, type StatusReport } from '../monitoring/index.ts';
import { EXIT } from '../platform/index.ts';
import { closedTill, type TillHost } from '../till/index.ts';
import { askOpenTill, type Errand } from './errands.ts';
import { type Outcome, outcomeOf, wordsOf } from './outcome.ts';

/** `--status [--json]` and `--diagnostics FILE`: nothing is changed, and the counter does not wait. */
type Look = Extract<Errand, { kind: 'status' | 'diagnostics' }>;

/** What a till that is open answers. */
export async function lookIntoOpen(
  host: Pick<TillHost, 'till' | 'storageProblem'>,
  asked: Look,
): Promise<Outcome> {
  const till = host.till();
  if (till === null) {
    return outcomeOf({
      kind: 'no-till',
      problem: host.storageProblem() ?? { kind: 'not-set-up' },
    });
  }
  if (asked.kind === 'status') return statusOutcome(till.report(), asked.isJson);
  return writtenOutcome(await till.diagnostics.writeTo(asked.file));
}

/** For a program of its own: asks the till that is open, or reads the files of one that is not. */
export async function lookAt(
  profileFolder: string,
  asked: Look,
  version: string,
): Promise<Outcome> {
  const answer = isThere(profileFolder) ? await askOpenTill(profileFolder, asked) : 'nobody';
  if (typeof answer !== 'string') return answer;
  const closed = closedTill(profileFolder, version);
  if (asked.kind === 'status') return statusOutcome(closed.report(), asked.isJson);
  return writtenOutcome(await closed.writeDiagnostics(asked.file));
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined;
}

function statusOutcome(report: StatusReport, isJson: boolean): Outcome {
  return { code: exitOf(report), lines: isJson ? [JSON.stringify(report)] : linesOf(report) };
}

function writtenOutcome(written: Result<{ readonly file: string }>): Outcome {
  if (written.ok) return { code: EXIT.done, lines: [written.value.file] };
  return { code: codeOf(written.problem), lines: [wordsOf(written.problem)] };
}

function codeOf(problem: Problem): Outcome['code'] {
  if (problem.kind === 'not-set-up') return EXIT.notThisTill;
  const isLedger = problem.kind === 'storage' && /\.sqlite$|^settings/.test(problem.file);
  return isLedger ? EXIT.held : EXIT.failed;
}
