import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { decodePrinted } from './decoder.ts';
import { drawPaper } from './draw-paper.ts';
import { startVirtualPrinter } from './printer.ts';
import { CONDITIONS, type ConditionName, GOOD_CONDITION } from './printer-condition.ts';

/** A printer for developers who have none: `npm run virtual-printer -- --port 9100 --show`. */

const USAGE = `npm run virtual-printer -- [--port 9100] [--host 127.0.0.1] [--make epson|star]
    [--columns 32|42|48] [--show] [--pictures FOLDER] [--mood NAME] [--after BYTES]

--show   prints each receipt as text and writes a picture of it
--mood   the condition at the start; to change it, type a name or its number and press Enter
--after  how many bytes of a connection the printer accepts before a fault "in the middle"

${Object.keys(CONDITIONS)
  .map((name, index) => `  ${String(index).padStart(2)}  ${name}`)
  .join('\n')}
`;

const options = readOptions();

function readFlags() {
  return parseArgs({
    options: {
      port: { type: 'string', default: '9100' },
      host: { type: 'string', default: '127.0.0.1' },
      make: { type: 'string', default: 'epson' },
      columns: { type: 'string', default: '48' },
      show: { type: 'boolean', default: false },
      pictures: { type: 'string' },
      mood: { type: 'string', default: 'good' },
      after: { type: 'string', default: '400' },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

function readFlagsOrExit() {
  try {
    return readFlags();
  } catch (error) {
    // An unknown option, an option without its value, or an unexpected argument.
    if (error instanceof TypeError) return exitWith(2, `${error.message}\n\n${USAGE}`);
    throw error;
  }
}

function readOptions() {
  const values = readFlagsOrExit();
  const { make } = values;
  if (values.help) exitWith(0, USAGE);
  if (make !== 'epson' && make !== 'star')
    exitWith(2, `Unknown make "${make}". Use epson or star.\n`);
  const port = parseWholeNumber('port', values.port, 65_535);
  const columns = parseWholeNumber('columns', values.columns, 64);
  const after = parseWholeNumber('after', values.after, 1_000_000_000);
  const mood = findConditionName(values.mood);
  if (mood === null) exitWith(2, `Unknown mood "${values.mood}".\n\n${USAGE}`);
  return {
    ...values,
    make: make === 'star' ? 'star' : 'epson',
    port,
    columns,
    after,
    mood,
  } as const;
}

function exitWith(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}

function parseWholeNumber(name: string, text: string, max: number): number {
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  return exitWith(2, `--${name} must be a whole number from 0 to ${max}, not "${text}".\n`);
}

/** Returns the condition with this name, this number, or an unambiguous beginning of its name. */
function findConditionName(text: string): ConditionName | null {
  const names = Object.keys(CONDITIONS).filter(isConditionName);
  const exact = names.find((name, index) => name === text || String(index) === text);
  const matches = names.filter((name) => name.startsWith(text));
  return exact ?? (matches.length === 1 ? (matches[0] ?? null) : null);
}

function isConditionName(name: string): name is ConditionName {
  return name in CONDITIONS;
}

const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

let receiptCount = 0;
const folder = options.show
  ? (options.pictures ?? mkdtempSync(join(tmpdir(), 'virtual-printer-')))
  : null;

function showReceipt(bytes: Buffer): void {
  const decoded = decodePrinted(bytes, options.make);
  receiptCount += 1;
  printLine(
    `--- ${receiptCount}: ${bytes.length} bytes; ${decoded.events.join(', ') || 'not cut'}`,
  );
  if (folder === null) return;
  for (const line of decoded.lines) printLine(line.image ? '| (picture)' : `| ${line.text}`);
  const file = join(folder, `receipt-${String(receiptCount).padStart(3, '0')}.png`);
  writeFileSync(file, drawPaper(decoded, options.columns));
  printLine(`    ${file}`);
}

const printer = await startVirtualPrinter({ ...options, onJob: showReceipt }).catch(
  (error: unknown) =>
    exitWith(
      1,
      `The printer cannot listen on ${options.host}:${options.port}: ${String(error)}. Choose another --port.\n`,
    ),
);

function setCondition(name: ConditionName): void {
  const condition = { ...GOOD_CONDITION, ...CONDITIONS[name] };
  const faultAt =
    condition.faultAt === null ? null : { ...condition.faultAt, after: options.after };
  printer.setCondition({ ...condition, faultAt });
  printLine(`* ${name}`);
}

printLine(`${options.make} printer on ${printer.address}`);
if (folder !== null) printLine(`pictures in ${folder}`);
setCondition(options.mood);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const input = line.trim();
  if (input === '') return printLine(USAGE);
  const name = findConditionName(input);
  if (name === null) printLine(`Unknown mood "${input}". Press Enter alone for the list.`);
  else setCondition(name);
});

const shutDown = (): void => {
  lines.close();
  void printer.close();
};
process.on('SIGINT', shutDown);
process.on('SIGTERM', shutDown);
