import { EXIT, EXIT_MEANINGS } from '../../platform/index.ts';

/**
 * `mostrador-cli chain …` and `npm run chain -- …`: commands that an owner of several tills runs on
 * a server. docs/chain.md lists the same commands; a test compares them.
 */
export type ChainCommandName = 'init' | 'enroll' | 'start' | 'retire' | 'day' | 'status';

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
  description: 'Who administers the database; the PG variables of the environment if left out',
};
const CONFIG_OPTION: ChainOption = {
  name: 'config',
  placeholder: 'FILE',
  description: "The process's own file, chain.json of the computer's folder if left out",
};

export const CHAIN_COMMANDS: readonly ChainCommand[] = [
  {
    name: 'init',
    description: 'Makes the database of the chain, or brings it to this version',
    options: [
      { name: 'database', placeholder: 'NAME', description: 'How the database is called (chain)' },
      {
        name: 'out',
        placeholder: 'DIR',
        description: 'Where chain.json and office.json are written',
        isRequired: true,
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'enroll',
    description: "Gives a till its login, and writes its provisioning file's chain block",
    options: [
      {
        name: 'shop',
        placeholder: 'SHOP',
        description: 'The shop that it stands in',
        isRequired: true,
      },
      { name: 'pos', placeholder: 'NUMBER', description: 'Its POS number', isRequired: true },
      {
        name: 'out',
        placeholder: 'DIR',
        description: 'Where its file is written',
        isRequired: true,
      },
      { name: 'database', placeholder: 'NAME', description: 'How the database is called (chain)' },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'start',
    description: "Makes and uploads the chain's daily file until it is told to stop",
    options: [
      {
        name: 'hooks',
        placeholder: 'PORT',
        description: "Also receives the service's webhooks there",
      },
      { name: 'health', placeholder: 'PORT', description: 'Also says on loopback how it is' },
      CONFIG_OPTION,
    ],
  },
  {
    name: 'retire',
    operand: 'TILL',
    description: "Ends a till's login: its POS number, or its role in the database",
    options: [
      { name: 'database', placeholder: 'NAME', description: 'How the database is called (chain)' },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'day',
    operand: 'DAY',
    description:
      'Decides about the file of a day that waits for a person, or saves it; one of these',
    options: [
      {
        name: 'handed-in',
        placeholder: 'REASON',
        description: 'It arrived by other means: it is not sent',
      },
      { name: 'not-handed-in', placeholder: 'REASON', description: 'It did not after all' },
      {
        name: 'send-again',
        placeholder: 'REASON',
        description:
          'The service does not have the file that may have arrived: the same bytes go out',
      },
      {
        name: 'save',
        placeholder: 'DIR',
        description: 'Writes the file as it was made; over no other',
      },
      CONFIG_OPTION,
    ],
  },
  {
    name: 'status',
    description: 'Says how the chain is',
    options: [
      { name: 'json', placeholder: null, description: 'As one JSON object' },
      CONFIG_OPTION,
    ],
  },
];

/** The exit codes of the chain commands. */
export const CHAIN_EXIT_NAMES = [
  'done',
  'failed',
  'later',
  'attention',
  'trouble',
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
        ? `Say what to do: ${commandNames}.`
        : `${name} is no command of chain. It takes: ${commandNames}.`,
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
    throw new Error(`chain ${name} needs the name: ${formatChainUsage(command)}`);
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
  return `${word} does not belong to chain ${command.name}: ${formatChainUsage(command)}`;
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
    (name) => `  ${String(EXIT[name]).padEnd(4)}${EXIT_MEANINGS[name].meaning}`,
  );
  return [
    'The chain of tills: its database, its daily file, its webhooks. docs/chain.md begins at the start.',
    '',
    ...commands,
    'Exit codes:',
    ...codes,
    '',
  ].join('\n');
}
