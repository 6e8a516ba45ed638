import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../platform/index.ts';

/** `mostrador` opens the till; `mostrador-cli` runs commands without a window, on plain Node. */
export type ProgramName = 'mostrador' | 'mostrador-cli';

interface ProgramOption {
  readonly name: string;
  /** Placeholder of the option's value; null if it takes no value. */
  readonly placeholder: string | null;
  readonly description: string;
  /** `mostrador-cli` accepts it too. */
  readonly isCliOption?: true;
  /** Its description for `mostrador-cli`, if it does less there. */
  readonly cliDescription?: string;
}

/** Every option of both programs. docs/options.md lists the same options; a test compares them. */
export const PROGRAM_OPTIONS: readonly ProgramOption[] = [
  {
    name: 'profile',
    placeholder: 'DIR',
    description: "The folder with all of this till's files",
    isCliOption: true,
  },
  {
    name: 'provision',
    placeholder: 'FILE',
    description: 'Sets up the till from a provisioning file',
  },
  {
    name: 'training',
    placeholder: null,
    description: 'Sets up a till for training, unless it is already set up',
  },
  { name: 'restore', placeholder: 'FILE', description: 'Replaces the ledger with a backup' },
  {
    name: 'pin',
    placeholder: 'PIN-FILE',
    description:
      "A file with an owner's PIN for --provision or --apply, or a supervisor's for --restore",
    isCliOption: true,
    cliDescription: "With --apply: a file with an owner's PIN",
  },
  {
    name: 'insist',
    placeholder: 'PIN-FILE',
    description: 'Instead of --pin: a supervisor accepts a backup that --restore refused',
  },
  {
    name: 'recovery-key',
    placeholder: 'KEY-FILE',
    description:
      "With --restore: the owner's recovery key, if this till's own key cannot open the backup",
  },
  {
    name: 'apply',
    placeholder: 'FILE',
    description: 'Applies a settings patch, also to an open till',
    isCliOption: true,
  },
  {
    name: 'check',
    placeholder: null,
    description: 'With --apply: tests the patch, changes nothing, and exits',
    isCliOption: true,
  },
  {
    name: 'exit',
    placeholder: null,
    description: 'With --apply: exits afterwards instead of opening the till',
  },
  {
    name: 'upload-daily-file',
    placeholder: null,
    description: 'Uploads all daily files that are due, without a window',
    isCliOption: true,
  },
  {
    name: 'try-for',
    placeholder: 'MINUTES',
    description: 'With --upload-daily-file: how long to retry a failed upload (default 50)',
    isCliOption: true,
  },
  {
    name: 'status',
    placeholder: null,
    description: 'Prints the status of the till, open or closed',
    isCliOption: true,
  },
  {
    name: 'json',
    placeholder: null,
    description: 'With --status: prints one JSON object',
    isCliOption: true,
  },
  {
    name: 'diagnostics',
    placeholder: 'FILE',
    description: 'Writes the support bundle (zip)',
    isCliOption: true,
  },
  {
    name: 'browser',
    placeholder: null,
    description: 'Uses the browser shell even if Electron is available',
  },
  {
    name: 'no-open',
    placeholder: null,
    description: 'Browser shell: prints the address without opening a browser',
  },
  { name: 'port', placeholder: 'N', description: 'Browser shell: the port to listen on' },
  {
    name: 'version',
    placeholder: null,
    description: 'Prints the version and exits',
    isCliOption: true,
  },
  { name: 'help', placeholder: null, description: 'Prints this help and exits', isCliOption: true },
];

/**
 * Switches of Chromium that the launcher adds or support may need. Every other unknown option is
 * rejected: otherwise a misspelt option would be ignored, and one such as `--disable-web-security`
 * would be obeyed.
 */
const CHROMIUM_OPTIONS =
  /^--(ozone-platform(-hint)?|disable-gpu(-compositing|-rasterization|-vsync)?|enable-logging|log-level|force-device-scale-factor|high-dpi-support|touch-events|lang|password-store|gtk-version|user-data-dir)(=|$)/;

/** Arguments that the system, Chromium or an installer adds to one start. */
const ADDED_OPTIONS =
  /^--(allow-file-access-from-files|original-process-start-time|updated)(=|$)|^-psn_|^-NSDocumentRevisionsDebugMode$|^YES$/;

/** With these, others can read and control the program. Tests of a checkout need them. */
const DEBUGGING_OPTIONS = /^--(inspect(-brk)?|remote-debugging-(port|pipe))(=|$)/;

const SANDBOX_OPTIONS = /^--(no|disable-[a-z-]+)-sandbox(=|$)/;

export const SANDBOX_OFF_MESSAGE =
  'The till does not run without the sandbox of its page: leave out --no-sandbox and ELECTRON_DISABLE_SANDBOX. If Electron does not start then, run npm start, which says what to change on this computer.';

export function listOptions(program: ProgramName): readonly ProgramOption[] {
  if (program === 'mostrador') return PROGRAM_OPTIONS;
  return PROGRAM_OPTIONS.filter(({ isCliOption }) => isCliOption === true).map((option) => ({
    ...option,
    description: option.cliDescription ?? option.description,
  }));
}

/** The switches of Chromium in a command line: a till that restarts itself needs the same ones. */
export function listChromiumOptions(argv: readonly string[]): string[] {
  return argv.filter((word) => CHROMIUM_OPTIONS.test(word));
}

/**
 * Throws on mistakes that would otherwise go unnoticed: an unknown option, an extra argument, a
 * missing value. `argv` begins with the program, followed by its script if there is one (not in an
 * installation).
 */
export function validateOptions(argv: readonly string[], hasScript: boolean): void {
  validateArguments('mostrador', argv.slice(1), hasScript ? 1 : 0);
}

/**
 * The same for `mostrador-cli`, whose runtime adds nothing; `words` are the arguments after its
 * script.
 */
export function validateCliOptions(words: readonly string[]): void {
  validateArguments('mostrador-cli', words, 0);
}

function validateArguments(
  program: ProgramName,
  words: readonly string[],
  maxScripts: number,
): void {
  const options = listOptions(program);
  const isWindowed = program === 'mostrador';
  let remainingScripts = maxScripts;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [name = '', inlineValue] = splitAtEquals(word);
    const knownOption = options.find((option) => `--${option.name}` === name);
    if (knownOption === undefined) {
      if (isWindowed && (CHROMIUM_OPTIONS.test(word) || ADDED_OPTIONS.test(word))) continue;
      if (maxScripts > 0 && DEBUGGING_OPTIONS.test(word)) continue;
      if (!word.startsWith('-') && remainingScripts > 0) {
        remainingScripts -= 1;
        continue;
      }
      throw new Error(formatUnknownOption(program, word, name));
    }
    if (knownOption.placeholder === null) {
      if (inlineValue !== null) throw new Error(`${name} takes no value.`);
      continue;
    }
    const value = inlineValue ?? words[index + 1] ?? '';
    if (value === '' || (inlineValue === null && value.startsWith('--'))) {
      throw new Error(`${name} needs a value: ${name} ${knownOption.placeholder}.`);
    }
    if (inlineValue === null) index += 1;
  }
}

function splitAtEquals(word: string): readonly [name: string, value: string | null] {
  const at = word.indexOf('=');
  return at < 0 ? [word, null] : [word.slice(0, at), word.slice(at + 1)];
}

function formatUnknownOption(program: ProgramName, word: string, name: string): string {
  if (SANDBOX_OPTIONS.test(word)) return SANDBOX_OFF_MESSAGE;
  const optionNames = listOptions(program).map((option) => `--${option.name}`);
  const isMostradorOption = PROGRAM_OPTIONS.some((option) => `--${option.name}` === name);
  const message = isMostradorOption
    ? `${name} is an option of mostrador, which opens the till; mostrador-cli does not accept it`
    : `${word} is not an option of ${program}`;
  return `${message}. Options: ${optionNames.join(', ')}.`;
}

export const PROGRAM_DESCRIPTIONS: Readonly<Record<ProgramName, string>> = {
  mostrador: 'Mostrador, a point-of-sale till.',
  'mostrador-cli':
    'Commands for a Mostrador till, open or closed. They need no window and no display.',
};

/** Returns the text of `--help`. */
export function formatHelp(program: ProgramName = 'mostrador'): string {
  const options = listOptions(program).map(({ name, placeholder, description }) => {
    const head = `  --${name}${placeholder === null ? '' : ` ${placeholder}`}`;
    return `${head.padEnd(28)}${description}`;
  });
  const codes = Object.entries(EXIT_CODES).map(([name, code]) => {
    const meaning = Object.entries(EXIT_CODE_MEANINGS).find(([key]) => key === name)?.[1];
    return `  ${String(code).padEnd(4)}${meaning?.meaning ?? ''}`;
  });
  const usage = [`Usage: ${program} [OPTION…]`];
  if (program === 'mostrador-cli')
    usage.push(
      `       ${program} verify-evidence FILE KEY-FILE`,
      `       ${program} chain COMMAND    (${program} chain --help)`,
    );
  return [
    PROGRAM_DESCRIPTIONS[program],
    ...usage,
    '',
    ...options,
    '',
    'Exit codes:',
    ...codes,
    '',
  ].join('\n');
}
