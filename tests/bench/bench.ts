/**
 * Benchmarks: ours and the bare equivalent, in turns, in one run. Progress goes to standard error,
 * results to standard output. The exit code is 1 if a result exceeds its limit or is implausible, 2
 * if the arguments are invalid. A part that this computer cannot measure is left out with the reason;
 * the exit code is 1 if it was asked for by name.
 *
 * npm run bench -- [PART...] [--all] [--json]
 */
import { parseArgs } from 'node:util';
import { reportProgress } from './support/measure-in-turns.ts';
import {
  type BenchResult,
  formatResult,
  isPassed,
  type UnavailablePart,
} from './support/result.ts';

interface Part {
  readonly about: string;
  readonly load: () => Promise<{
    run(options: { readonly isAll: boolean }): Promise<BenchResult[] | UnavailablePart>;
  }>;
}

const PARTS: Readonly<Record<string, Part>> = {
  pay: { about: 'F12 to the first byte at the service', load: () => import('./pay.ts') },
  start: { about: 'start to a usable sign-in, and memory', load: () => import('./start.ts') },
  felt: {
    about: 'a key to the list, and F12 to the result, in the page',
    load: () => import('./felt.ts'),
  },
  search: { about: 'a keystroke in the search', load: () => import('./search.ts') },
  slow: {
    about: 'the till on a quarter of one core and 1 GB of memory (Linux, as root)',
    load: () => import('./slow.ts'),
  },
  ledger: { about: 'a ledger of a million payments', load: () => import('./ledger.ts') },
  chain: {
    about: 'F12 at a till of a chain, the reports of 200 tills, a day over 5,200',
    load: () => import('./chain.ts'),
  },
  'chain-file': {
    about: "the chain's daily file, its comparison, and the memory of the process",
    load: () => import('./chain-file.ts'),
  },
  'chain-size': {
    about: "the bytes of a payment in the chain's database, with the table of docs/chain.md",
    load: () => import('./chain-size.ts'),
  },
  'chain-search': {
    about: "the owner's search by number among a million payments",
    load: () => import('./chain-search.ts'),
  },
  'chain-views': {
    about: "every page of the owner's views among a million payments",
    load: () => import('./chain-views.ts'),
  },
  'chain-tills': {
    about: '1,000 tills that return at once, and sell while the chain does its other work',
    load: () => import('./chain-tills.ts'),
  },
};

const USAGE = [
  'npm run bench -- [PART...] [--all] [--json]',
  ...Object.entries(PARTS).map(([name, { about }]) => `  ${name.padEnd(16)}${about}`),
  '  --all           ten million payments in chain-search, 60 million in chain-views, a million a day in',
  '                  chain-file, an hour of chain-tills; loaded payments stay for later runs',
  '  --json          prints the figures as JSON',
  '',
].join('\n');

interface BenchArguments {
  readonly names: readonly string[];
  /** Whether the parts were given by name. */
  readonly isNamed: boolean;
  /** Whether long parts take their full length. */
  readonly all: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

function parseArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknownName = positionals.find((name) => !Object.hasOwn(PARTS, name));
  if (unknownName !== undefined)
    throw new TypeError(`Unknown part ${unknownName}. --help lists the parts.`);
  const isNamed = positionals.length > 0;
  return { ...values, isNamed, names: isNamed ? positionals : Object.keys(PARTS) };
}

async function measureAll(benchArguments: BenchArguments): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (!benchArguments.names.includes(name)) continue;
    reportProgress(`${name}: ${part.about}`);
    const partResults = await (await part.load()).run({
      isAll: benchArguments.all,
    });
    if ('unavailableReason' in partResults) {
      reportProgress(`  not measured: ${partResults.unavailableReason}`);
      if (benchArguments.isNamed) process.exitCode = 1;
      continue;
    }
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
  if (!results.every(isPassed)) process.exitCode = 1;
}
