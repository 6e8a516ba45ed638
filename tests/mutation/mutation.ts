/**
 * Changes the code that decides about money, one place at a time, and names each change that no test
 * notices. tests/mutation/survivors.json lists the known ones; `--renew` rewrites it. The exit code is
 * 1 if a change is neither noticed nor listed, or is listed and noticed; 2 if the arguments are invalid.
 *
 * npm run mutation [-- PART...] [--renew] [--incremental] [--workers N]
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { writeFigures } from '../proof/write-figures.ts';
import { MUTATION_PARTS, type MutationPart } from './parts.ts';
import {
  compareSurvivors,
  type KnownSurvivor,
  type LocatedSurvivor,
  type Survivor,
  type SurvivorComparison,
  updateSurvivors,
} from './survivors.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SURVIVORS_FILE = join(import.meta.dirname, 'survivors.json');
const TEMPORARY_FOLDER = join('out', 'mutation');
/** Random tests must see the same values for every mutant. */
const SEED = '8597119a';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const USAGE = [
  'npm run mutation [-- PART...] [--renew] [--incremental] [--workers N]',
  ...Object.entries(MUTATION_PARTS).map(([name, { about }]) => `  ${name.padEnd(12)}${about}`),
  '  --renew        writes the changes that no test notices into the list, after you have looked at them',
  '  --incremental  repeats only what changed since the last incremental run, as its file and tests show',
  '  --workers      how many tests run at once',
  '',
].join('\n');

process.exitCode = await runCommand(process.argv.slice(2));

async function runCommand(args: readonly string[]): Promise<number> {
  const request = parseArguments(args);
  if ('problem' in request) {
    process.stderr.write(`${request.problem}\n\n${USAGE}`);
    return 2;
  }
  if (request.needsHelp) {
    process.stdout.write(USAGE);
    return 0;
  }
  let isPassed = true;
  for (const name of request.names) {
    const part = MUTATION_PARTS[name];
    if (part !== undefined && !(await runPart(name, part, request))) isPassed = false;
  }
  return isPassed ? 0 : 1;
}

interface MutationRequest {
  readonly names: readonly string[];
  readonly renews: boolean;
  /** null: as many as Stryker finds right for this machine. */
  readonly workers: number | null;
  readonly isIncremental: boolean;
  readonly needsHelp: boolean;
}

function parseArguments(args: readonly string[]): MutationRequest | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        renew: { type: 'boolean' },
        incremental: { type: 'boolean' },
        workers: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const unknown = positionals.find((name) => !(name in MUTATION_PARTS));
    if (unknown !== undefined) return { problem: `There is no part ${unknown}.` };
    const names = positionals.length === 0 ? Object.keys(MUTATION_PARTS) : positionals;
    const workers = values.workers === undefined ? null : Number(values.workers);
    if (workers !== null && !(Number.isInteger(workers) && workers > 0))
      return { problem: `${values.workers} is no number of workers.` };
    return {
      names,
      workers,
      isIncremental: values.incremental === true,
      renews: values.renew === true,
      needsHelp: values.help === true,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function runPart(
  name: string,
  part: MutationPart,
  request: MutationRequest,
): Promise<boolean> {
  process.stdout.write(`${name}: ${part.about}\n`);
  const results = await runStryker(name, part, request);
  const undetected = results.filter(
    ({ status }) => status === 'Survived' || status === 'NoCoverage',
  );
  const files = new Set(results.map(({ fileName }) => toProjectPath(fileName)));
  const known = readSurvivors();
  const comparison = compareSurvivors(
    undetected.map(toSurvivor),
    known.filter(({ file }) => files.has(file)),
  );
  const figures = countFigures(results, comparison);
  printComparison(name, figures, comparison);
  if (!request.renews) return figures.notExamined === 0 && comparison.removed.length === 0;
  const untouched = known.filter(({ file }) => !files.has(file));
  writeFileSync(
    SURVIVORS_FILE,
    `${JSON.stringify(updateSurvivors(comparison, untouched), null, 2)}\n`,
  );
  const { changes, noticed, equal, notExamined } = figures;
  writeFigures(name, [changes, noticed, equal, notExamined]);
  return true;
}

async function runStryker(
  name: string,
  { files, tests }: MutationPart,
  { workers, isIncremental }: MutationRequest,
): Promise<readonly MutantResult[]> {
  process.env.TEST_SEED = SEED;
  // A time without a zone means UTC, which a machine in UTC would not show.
  process.env.TZ = 'America/Bogota';
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  try {
    return await new Stryker({
      mutate: [...files, '!**/*.test.ts', '!**/*.fixture.ts', '!**/index.ts'],
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
      // TypeScript 7 has no interface for Stryker to read its configuration with.
      tsconfigFile: 'no-tsconfig.json',
      coverageAnalysis: 'perTest',
      // A text that only a person reads is no decision.
      mutator: { excludedMutations: ['StringLiteral'] },
      reporters: ['progress-append-only'],
      tempDirName: join(TEMPORARY_FOLDER, 'tmp'),
      ignorePatterns: ['out', 'dist'],
      // A busy machine must not count as a test that notices.
      timeoutMS: 60_000,
      dryRunTimeoutMinutes: 60,
      incremental: isIncremental,
      incrementalFile: join(TEMPORARY_FOLDER, `${name}.json`),
      ...(workers === null ? {} : { concurrency: workers }),
      allowEmpty: false,
    }).runMutationTest();
  } finally {
    rmSync(join(ROOT, TEMPORARY_FOLDER, 'tmp'), { recursive: true, force: true });
  }
}

function toProjectPath(file: string): string {
  return relative(ROOT, file).replaceAll('\\', '/');
}

function toSurvivor({ fileName, location, replacement = '' }: MutantResult): LocatedSurvivor {
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const { start, end } = location;
  // Lines and columns count from 1.
  const text = lines.slice(start.line - 1, end.line);
  const last = text.length - 1;
  text[last] = text[last]?.slice(0, end.column - 1) ?? '';
  text[0] = text[0]?.slice(start.column - 1) ?? '';
  return {
    file: toProjectPath(fileName),
    line: start.line,
    original: text.join('\n'),
    replacement,
  };
}

function readSurvivors(): readonly KnownSurvivor[] {
  return JSON.parse(readFileSync(SURVIVORS_FILE, 'utf8'));
}

interface MutationFigures {
  readonly changes: number;
  readonly noticed: number;
  /** Not noticed, and listed with the reason why no test can notice them. */
  readonly equal: number;
  readonly notExamined: number;
}

function countFigures(
  results: readonly MutantResult[],
  { added, kept }: SurvivorComparison,
): MutationFigures {
  const invalid = results.filter(({ status }) =>
    ['CompileError', 'RuntimeError', 'Ignored'].includes(status),
  ).length;
  const changes = results.length - invalid;
  const equal = kept.filter(({ reason }) => reason !== null).length;
  const unnoticed = added.length + kept.length;
  return { changes, noticed: changes - unnoticed, equal, notExamined: unnoticed - equal };
}

function printComparison(
  name: string,
  { changes, noticed, equal, notExamined }: MutationFigures,
  { added, removed }: SurvivorComparison,
): void {
  const lines = [
    ...added.map(
      (survivor) => `  not noticed: line ${survivor.line} of ${formatSurvivor(survivor)}`,
    ),
    ...removed.map(
      (survivor) => `  noticed now, remove it from the list: ${formatSurvivor(survivor)}`,
    ),
    `${name}: ${changes} changes, ${noticed} noticed, ${equal} listed as equal, ${notExamined} not examined, ${added.length} of them new`,
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

function formatSurvivor({ file, original, replacement }: Survivor): string {
  const shorten = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);
  return `${file}: ${shorten(original)} -> ${shorten(replacement)}`;
}
