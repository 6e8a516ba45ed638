import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../platform/index.ts';

/**
 * `mostrador-cli chain …` and `npm run chain -- …`: commands that an owner of several tills runs on
 * a server, and `leave` on a till. docs/chain.md lists the same commands; a test compares them.
 */
export type ChainCommandName =
  | 'host'
  | 'move'
  | 'init'
  | 'enroll'
  | 'join-code'
  | 'leave'
  | 'bill-layouts'
  | 'start'
  | 'retire'
  | 'rotate-passwords'
  | 'day'
  | 'close'
  | 'status';

interface ChainOption {
  readonly name: string;
  /** Placeholder of the option's value; null if it takes no value. */
  readonly placeholder: string | null;
  readonly description: string;
  readonly isRequired?: true;
}

interface ChainCommand {
  readonly name: ChainCommandName;
  /** Placeholder of the positional argument after the command. */
  readonly operand?: string;
  readonly description: string;
  readonly options: readonly ChainOption[];
}

const ADMIN_OPTION: ChainOption = {
  name: 'admin',
  placeholder: 'FILE',
  description:
    "A file with the database administrator's login (default: the PG… environment variables)",
};
const CONFIG_OPTION: ChainOption = {
  name: 'config',
  placeholder: 'FILE',
  description: 'The configuration of the process (default: chain.json in the machine-wide folder)',
};

export const CHAIN_COMMANDS: readonly ChainCommand[] = [
  {
    name: 'host',
    description:
      "Sets up a chain on the computer of a shop's main till (Debian, Ubuntu; as root), and prints a code for another till",
    options: [
      {
        name: 'pin',
        placeholder: 'FILE',
        description: "A file with an owner's PIN, for the till of this computer",
      },
      {
        name: 'credentials',
        placeholder: 'FILE',
        description:
          "A file with the service's keys and the password of the daily file's server (default: secrets.json in the machine-wide folder)",
      },
      {
        name: 'address',
        placeholder: 'ADDRESS',
        description: 'The address of this computer in the network of the tills',
      },
      {
        name: 'shop',
        placeholder: 'SHOP',
        description: "The name of the shop in the chain (default: the one in the till's settings)",
      },
      {
        name: 'profile',
        placeholder: 'DIR',
        description: 'The profile of the till of this computer',
      },
      {
        name: 'backup',
        placeholder: null,
        description: 'Only makes a backup, and prints its path',
      },
      {
        name: 'restore',
        placeholder: 'FILE',
        description: 'First restores this backup, or the file of chain move',
      },
      {
        name: 'unlock',
        placeholder: 'FILE',
        description: "A file with the owner's recovery key, or with the passphrase of the move",
      },
      {
        name: 'replace',
        placeholder: null,
        description:
          'Restores although this computer has a chain, or begins one for production after the sandbox: the chain of before is set aside',
      },
      {
        name: 'restored-nowhere',
        placeholder: null,
        description:
          'With --restore, after chain move: no other computer has restored the file of the move',
      },
    ],
  },
  {
    name: 'move',
    description:
      'Takes the chain of this computer into a file for another computer (as root), and stops it here',
    options: [
      { name: 'out', placeholder: 'FILE', description: 'The file, which must not exist yet' },
      {
        name: 'unlock',
        placeholder: 'FILE',
        description: 'A file with the passphrase that will open it',
      },
      {
        name: 'cancel',
        placeholder: null,
        description: 'Instead: lets the chain run here again, after a question',
      },
      {
        name: 'restored-nowhere',
        placeholder: null,
        description: 'Answers that question: no other computer has restored the file',
      },
    ],
  },
  {
    name: 'init',
    description: 'Creates the database of the chain, or upgrades it to this version',
    options: [
      {
        name: 'database',
        placeholder: 'NAME',
        description: 'The name of the database (default: chain)',
      },
      {
        name: 'out',
        placeholder: 'DIR',
        description: 'The folder for chain.json and office.json',
        isRequired: true,
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'enroll',
    description:
      'Creates a login for a till, or for each of a list, and writes settings patches with them',
    options: [
      {
        name: 'shop',
        placeholder: 'SHOP',
        description: "The name of the till's shop",
      },
      {
        name: 'pos',
        placeholder: 'NUMBER',
        description: 'The POS number of the till',
      },
      {
        name: 'list',
        placeholder: 'FILE',
        description: 'Instead of --shop and --pos: a file with a line for each till, "POS,SHOP"',
      },
      {
        name: 'out',
        placeholder: 'DIR',
        description: 'The folder for the settings patch',
        isRequired: true,
      },
      {
        name: 'database',
        placeholder: 'NAME',
        description: 'The name of the database (default: chain)',
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'join-code',
    description: 'Prints a code with which an owner adds a till in its settings within 15 minutes',
    options: [
      {
        name: 'database',
        placeholder: 'NAME',
        description: 'The name of the database (default: chain)',
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'leave',
    description: "Takes this computer's open till out of its chain, once the chain has everything",
    options: [
      {
        name: 'pin',
        placeholder: 'PIN-FILE',
        description: "A file with an owner's PIN",
        isRequired: true,
      },
      {
        name: 'profile',
        placeholder: 'DIR',
        description: "The folder with the till's files",
      },
    ],
  },
  {
    name: 'bill-layouts',
    operand: 'FILE',
    description: 'Gives all tills what the file says of the bar codes of bills',
    options: [
      {
        name: 'database',
        placeholder: 'NAME',
        description: 'The name of the database (default: chain)',
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'start',
    description: "Creates and uploads the chain's daily files until it is stopped",
    options: [
      {
        name: 'hooks',
        placeholder: 'PORT',
        description: "Also receives the service's webhooks on this port",
      },
      {
        name: 'health',
        placeholder: 'PORT',
        description: 'Also answers health checks on this loopback port',
      },
      {
        name: 'data',
        placeholder: 'DIR',
        description: 'The folder of the journal of uploads (default: $STATE_DIRECTORY)',
      },
      {
        name: 'accept-journal',
        placeholder: null,
        description: 'Records uploads that only the journal knows as delivered, and continues',
      },
      {
        name: 'new-journal',
        placeholder: null,
        description: 'Begins a missing journal of uploads from the database',
      },
      CONFIG_OPTION,
    ],
  },
  {
    name: 'retire',
    operand: 'TILL',
    description: 'Revokes the login of a till, named by its POS number or database role',
    options: [
      {
        name: 'database',
        placeholder: 'NAME',
        description: 'The name of the database (default: chain)',
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'rotate-passwords',
    description:
      'Gives the process and owners other passwords, and asks each till to replace its own',
    options: [
      {
        name: 'remaining-tills',
        placeholder: null,
        description: 'Instead: writes new files for the tills that have not replaced theirs',
      },
      {
        name: 'out',
        placeholder: 'DIR',
        description: 'The folder for a file with each new password',
        isRequired: true,
      },
      {
        name: 'database',
        placeholder: 'NAME',
        description: 'The name of the database (default: chain)',
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'day',
    operand: 'DAY',
    description:
      'Resolves a daily file that waits for a person, or saves it. Give exactly one of the first four',
    options: [
      {
        name: 'handed-in',
        placeholder: 'REASON',
        description: 'The file was delivered another way; the process does not send it',
      },
      {
        name: 'not-handed-in',
        placeholder: 'REASON',
        description: 'Undoes --handed-in: the process sends the file',
      },
      {
        name: 'send-again',
        placeholder: 'REASON',
        description: 'The service does not have the file; the process sends the same bytes again',
      },
      {
        name: 'save',
        placeholder: 'DIR',
        description: 'Writes a copy of the file to this folder; never overwrites a file',
      },
      CONFIG_OPTION,
    ],
  },
  {
    name: 'close',
    operand: 'EXTERNAL_ID',
    description: "Closes an open payment that no till holds, as the service's list proves",
    options: [
      {
        name: 'reason',
        placeholder: 'REASON',
        description: 'Why no till has it; stored with the payment',
        isRequired: true,
      },
      CONFIG_OPTION,
    ],
  },
  {
    name: 'status',
    description: 'Prints the status of the chain',
    options: [
      { name: 'json', placeholder: null, description: 'Prints one JSON object' },
      {
        name: 'prometheus',
        placeholder: null,
        description: "Prints numbers in Prometheus' text format",
      },
      CONFIG_OPTION,
    ],
  },
];

/** The exit codes of the chain commands. */
export const CHAIN_EXIT_NAMES = [
  'done',
  'failed',
  'later',
  'notThisTill',
  'noKeyStore',
  'held',
  'notAllowed',
  'attention',
  'critical',
  'closed',
  'database',
] as const;

export interface ChainCommandLine {
  readonly command: ChainCommandName;
  readonly operand: string | null;
  /** By option name; an empty text for an option without a value. */
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Returns null for `--help`. Throws an error with a message for the terminal if something is
 * missing or unknown.
 */
export function parseChainCommandLine(words: readonly string[]): ChainCommandLine | null {
  if (words.includes('--help')) return null;
  const [name = '', ...rest] = words;
  const command = CHAIN_COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const commandNames = CHAIN_COMMANDS.map((candidate) => candidate.name).join(', ');
    throw new Error(
      name === ''
        ? `Name a command: ${commandNames}.`
        : `${name} is not a chain command. Commands: ${commandNames}.`,
    );
  }
  const options = new Map<string, string>();
  let operand: string | null = null;
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? '';
    if (!word.startsWith('-')) {
      if (command.operand === undefined || operand !== null)
        throw new Error(formatUnknownWord(command, word));
      operand = word;
      continue;
    }
    const at = word.indexOf('=');
    const inlineValue = at < 0 ? null : word.slice(at + 1);
    const option = command.options.find(
      (candidate) => `--${candidate.name}` === (at < 0 ? word : word.slice(0, at)),
    );
    if (option === undefined) throw new Error(formatUnknownWord(command, word));
    if (option.placeholder === null) {
      if (inlineValue !== null) throw new Error(`--${option.name} takes no value.`);
      options.set(option.name, '');
      continue;
    }
    const value = inlineValue ?? rest[index + 1] ?? '';
    if (value.trim() === '' || (inlineValue === null && value.startsWith('--'))) {
      throw new Error(`--${option.name} needs a value: --${option.name} ${option.placeholder}.`);
    }
    if (inlineValue === null) index += 1;
    options.set(option.name, value);
  }
  if (command.operand !== undefined && operand === null) {
    throw new Error(`chain ${name} needs ${command.operand}: ${formatChainUsage(command)}`);
  }
  const missingOption = command.options.find(
    (option) => option.isRequired && !options.has(option.name),
  );
  if (missingOption !== undefined) {
    throw new Error(
      `chain ${name} needs --${missingOption.name} ${missingOption.placeholder ?? ''}: ${formatChainUsage(command)}`,
    );
  }
  return { command: command.name, operand, options };
}

function formatUnknownWord(command: ChainCommand, word: string): string {
  return `chain ${command.name} does not accept ${word}: ${formatChainUsage(command)}`;
}

/** The usage line: `chain enroll --shop SHOP --pos NUMBER --out DIR [--admin FILE]` */
export function formatChainUsage({ name, operand, options }: ChainCommand): string {
  const words = options.map((option) => {
    const word = `--${option.name}${option.placeholder === null ? '' : ` ${option.placeholder}`}`;
    return option.isRequired ? word : `[${word}]`;
  });
  return ['chain', name, ...(operand === undefined ? [] : [operand]), ...words].join(' ');
}

export function formatChainHelp(): string {
  const commands = CHAIN_COMMANDS.flatMap((command) => [
    `  ${formatChainUsage(command)}`,
    `      ${command.description}`,
    ...command.options.map(({ name, placeholder, description }) =>
      `        --${name}${placeholder === null ? '' : ` ${placeholder}`}`
        .padEnd(32)
        .concat(description),
    ),
    '',
  ]);
  const codes = CHAIN_EXIT_NAMES.map(
    (name) => `  ${String(EXIT_CODES[name]).padEnd(4)}${EXIT_CODE_MEANINGS[name].meaning}`,
  );
  return [
    'Commands for a chain of tills: its database, daily file and webhooks. docs/chain.md is a step-by-step guide.',
    '',
    ...commands,
    'Exit codes:',
    ...codes,
    '',
  ].join('\n');
}
