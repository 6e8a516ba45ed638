/**
 * Benchmarks: ours and the bare equivalent, in turns, in one run. Progress goes to standard error,
 * results to standard output. The exit code is 1 if a result exceeds its limit or is implausible, 2
 * if the arguments are invalid.
 *
 * npm run bench -- [PART...] [--json] [--lines N]
 */
import { parseArgs } from 'node:util';
import { reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, formatResult, isPassed } from './support/result.ts';

interface Part {
  readonly about: string;
  readonly load: () => Promise<{ run(options: BenchOptions): Promise<BenchResult[]> }>;
}

export interface BenchOptions {
  /** The number of lines of the chain's daily file. */
  readonly lines: number;
}

const PARTS: Readonly<Record<string, Part>> = {
  pay: { about: 'F12 to the first byte at the service', load: () => import('./pay.ts') },
  refresh: { about: 'the catalogue from the service', load: () => import('./refresh.ts') },
  start: { about: 'start to a usable sign-in, and memory', load: () => import('./start.ts') },
  felt: {
    about: 'a key to the list, and F12 to the result, in the page',
    load: () => import('./felt.ts'),
  },
  search: { about: 'a keystroke in the search', load: () => import('./search.ts') },
  ledger: { about: 'a ledger of a million payments', load: () => import('./ledger.ts') },
  'chain-pay': {
    about: 'F12 at a till with a chain, and at one without',
    load: () => import('./chain-pay.ts'),
  },
  'chain-push': {
    about: 'the reports of 200 tills to their chain',
    load: () => import('./chain-push.ts'),
  },
  'chain-day': { about: 'an owner’s day over 5,200 tills', load: () => import('./chain-day.ts') },
  'chain-file': {
    about: 'the chain’s daily file, and its comparison',
    load: () => import('./chain-file.ts'),
  },
};

const USAGE = [
  'npm run bench -- [PART...] [--json] [--lines N]',
  ...Object.entries(PARTS).map(([name, { about }]) => `  ${name.padEnd(16)}${about}`),
  '  --json          prints the figures as JSON',
  '  --lines N       lines of the file of chain-file (default 1000000)',
  '',
].join('\n');

interface BenchArguments extends BenchOptions {
  readonly names: readonly string[];
  readonly json: boolean;
  readonly help: boolean;
}

function parseArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      lines: { type: 'string', default: '1000000' },
    },
  });
  const unknownName = positionals.find((name) => !Object.hasOwn(PARTS, name));
  if (unknownName !== undefined)
    throw new TypeError(`Unknown part ${unknownName}. --help lists the parts.`);
  const lines = Number(values.lines);
  if (!Number.isSafeInteger(lines) || lines < 10) {
    throw new TypeError(`--lines must be a whole number of at least 10, not ${values.lines}.`);
  }
  return { ...values, lines, names: positionals.length > 0 ? positionals : Object.keys(PARTS) };
}

async function measureAll(benchArguments: BenchArguments): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (!benchArguments.names.includes(name)) continue;
    reportProgress(`${name}: ${part.about}`);
    const partResults = await (await part.load()).run(benchArguments);
    for (const result of partResults) reportProgress(`  ${formatResult(result)}`);
    results.push(...partResults);
  }
  return results;
}

let parsedArguments: BenchArguments | null = null;
try {
  parsedArguments = parseArguments(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  // Omits Node's second sentence, about values that begin with a dash; no option here takes one.
  process.stderr.write(`${error.message.split('. ')[0]}\n\n${USAGE}`);
  process.exitCode = 2;
}
if (parsedArguments?.help) process.stdout.write(USAGE);
else if (parsedArguments) {
  const results = await measureAll(parsedArguments);
  console.log(
    parsedArguments.json ? JSON.stringify(results, null, 2) : results.map(formatResult).join('\n'),
  );
  process.exitCode = results.every(isPassed) ? 0 : 1;
}
