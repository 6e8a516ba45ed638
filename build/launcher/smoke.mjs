import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { LauncherError, UsageError } from './messages.mjs';
import { prepareElectron } from './prepare-electron.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

const HELP = `npm run smoke [-- OPTION…]

Asks within a minute whether the till works on this computer, in Electron or, where Electron cannot start,
in the browser shell: a line for each question, a verdict, and a file to attach to an issue. Uses a training
till with a profile of its own, which is deleted afterwards: no money and no till of this computer is involved.

  --printer ADDRESS  also prints a test sheet on this printer, and asks at the end what came out:
                     HOST, HOST:PORT, or a path such as /dev/usb/lp0, COM3, //localhost/Receipts
  --model MODEL      its model: epson (the default), star, tanca, daruma, brother or custom
  --electron         fails if Electron cannot start
  --browser          asks the browser shell only
  --seconds N        the longest time of all questions, for slow computers (default: 60)
  --report FILE      the file (default: out/smoke.txt)
  --help             prints this help

Exit codes: 0 passed, 1 failed, 2 invalid option.
`;

const DEFAULT_SECONDS = 60;
const MODELS = ['epson', 'star', 'tanca', 'daruma', 'brother', 'custom'];

/** @type {import('./run.mjs').Command} */
export async function run({ node, args, root }) {
  const options = parseSmokeArguments(args);
  if (options === null) {
    process.stdout.write(HELP);
    return 0;
  }
  // The tests have built their own.
  if (!process.env.TILL_DIST) await buildIfStale({ node, root });
  const electron = options.isBrowserOnly
    ? { reason: '--browser was given.' }
    : await prepareElectron({ node, root, machine: process });
  if (options.needsElectron && electron.reason !== undefined) {
    throw new LauncherError(`Electron cannot start: ${electron.reason}`);
  }
  const smoke = {
    printer: options.printer,
    totalMs: options.seconds * 1_000,
    report: options.report ?? join(root, 'out', 'smoke.txt'),
    electronReason: electron.reason ?? null,
  };
  const env = buildEnvironment(node);
  // Set by parent processes that use Electron; it would make the till run as plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  return await runInTerminal(
    node,
    [join(root, 'tests', 'smoke', 'smoke.ts'), JSON.stringify(smoke)],
    { cwd: process.cwd(), env },
  );
}

/**
 * Returns null for `--help`. Throws `UsageError` on invalid arguments.
 *
 * @param {readonly string[]} args
 */
export function parseSmokeArguments(args) {
  const values = parseValues(args);
  if (values.help) return null;
  const { electron: needsElectron = false, browser: isBrowserOnly = false, report } = values;
  if (needsElectron && isBrowserOnly) fail('--electron and --browser exclude each other.');
  const seconds = Number(values.seconds ?? DEFAULT_SECONDS);
  if (!/^\d+$/.test(values.seconds ?? '1') || seconds < 1 || seconds > 3_600) {
    fail(`--seconds must be a whole number from 1 to 3600, not "${values.seconds}".`);
  }
  return {
    needsElectron,
    isBrowserOnly,
    seconds,
    printer: toPrinter(values),
    report: report === undefined ? null : resolve(report),
  };
}

/** @param {{ readonly printer?: string | undefined, readonly model?: string | undefined }} values */
function toPrinter({ printer, model }) {
  if (printer === undefined) {
    return model === undefined ? null : fail('--model needs --printer ADDRESS.');
  }
  if (model !== undefined && !MODELS.includes(model)) {
    fail(`--model must be one of ${MODELS.join(', ')}, not "${model}".`);
  }
  return { address: printer, model: model ?? 'epson' };
}

/** @param {readonly string[]} args */
function parseValues(args) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        printer: { type: 'string' },
        model: { type: 'string' },
        electron: { type: 'boolean' },
        browser: { type: 'boolean' },
        seconds: { type: 'string' },
        report: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    // An unknown option, an option without its value, or an unexpected argument.
    if (error instanceof TypeError) return fail(error.message);
    throw error;
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  throw new UsageError(`${message}\n\n${HELP}`);
}
