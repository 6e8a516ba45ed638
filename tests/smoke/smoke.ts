/**
 * Asks what nobody has seen yet of the till on a computer. Started by `npm run smoke`, which has decided whether
 * Electron can start. It starts a training till with a profile of its own, drives its page by keyboard, and
 * evaluates functions in main. The program itself contains nothing for it, so no installed till can be asked.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startVirtualPrinter } from '../support/virtual-printer/index.ts';
import { createPaperStep } from './printer-questions.ts';
import {
  describeSystem,
  formatResult,
  formatVerdict,
  readLogWarnings,
  writeReport,
} from './report.ts';
import { runSteps, type StepResult, withTimeout } from './run-steps.ts';
import type { SmokeOptions, SmokeRun, TestedPrinter } from './smoke-run.ts';
import { createSteps, toTestedPrinter } from './steps.ts';

const END_TIMEOUT_MS = 5_000;
const WEEK_MS = 7 * 24 * 3_600_000;

const options: SmokeOptions = JSON.parse(process.argv[2] ?? '');
const { electronReason, report, totalMs } = options;
const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

let testedPrinter: TestedPrinter | null = null;
try {
  const { printer } = options;
  testedPrinter = printer === null ? null : toTestedPrinter(printer.address, printer.model);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}

const folder = createFolder();
// Also after Ctrl-C. The till may still be closing its files.
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
// Playwright rejects promises of its own when a program ends; the step that waits for it says so.
const strayErrors: string[] = [];
process.on('unhandledRejection', (error) => strayErrors.push(String(error)));

const showResult = (result: StepResult): void => printLine(formatResult(result));

const run: SmokeRun = {
  shell: electronReason === null ? 'electron' : 'browser',
  folder,
  profile: join(folder, 'profile'),
  printer: await startVirtualPrinter(),
  testedPrinter,
  totalMs,
  end: new AbortController(),
  till: null,
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    run.end.abort();
    process.exit(1);
  });
}

const system = describeSystem();
for (const line of [...system, '']) printLine(line);
const results = await runSteps(createSteps(run), { totalMs, onResult: showResult });
const output = run.till?.getOutput() ?? '';
if (run.till !== null) await withTimeout(run.till.kill(), END_TIMEOUT_MS).catch(() => {});
const paperResults =
  testedPrinter === null
    ? []
    : await runSteps([createPaperStep(isPassed(results, 'printer'))], {
        // A person answers.
        totalMs: WEEK_MS,
        onResult: showResult,
      });
const allResults = [...results, ...paperResults];
const verdict = formatVerdict(allResults, {
  shellName: electronReason === null ? 'Electron' : 'the browser shell',
  electronReason,
});
const logWarnings = readLogWarnings(run.profile);
const reportProblem = writeReport(report, {
  system,
  results: allResults,
  verdict,
  output,
  logWarnings,
  strayErrors,
  profile: folder,
});
run.end.abort();
printLine(`\n${verdict}`);
printLine(
  reportProblem === null
    ? `Attach this file to an issue: ${relative(process.cwd(), report)}`
    : `The file cannot be written (${reportProblem}). Name another one with --report FILE, or copy these lines.`,
);
const hasFailed = allResults.some(({ state }) => state === 'failed') || reportProblem !== null;
process.exit(hasFailed ? 1 : 0);

function createFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'mostrador-smoke-'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `The check needs a folder for temporary files (${reason}). Free some space there, or name another one: TMPDIR=/path npm run smoke\n`,
    );
    process.exit(1);
  }
}

function isPassed(someResults: readonly StepResult[], name: string): boolean {
  return someResults.some((result) => result.name === name && result.state === 'ok');
}
