import { EXIT, EXIT_MEANINGS } from '../../platform/index.ts';

/**
 * `mostrador-cli chain …` and `npm run chain -- …`: what an owner of several tills runs on a server.
 * docs/chain.md describes the commands too, and a test compares.
 */
export type ChainCommandName = 'init' | 'enroll' | 'start' | 'retire' | 'day' | 'status';

interface ChainOption {
  readonly name: string;
  /** What it is called where the option takes a value; null where it takes none. */
  readonly placeholder: string | null;
  readonly says: string;
  readonly isRequired?: true;
}

interface ChainCommand {
  readonly name: ChainCommandName;
  /** What stands behind the command, without a name of its own. */
  readonly operand?: string;
  readonly says: string;
  readonly options: readonly ChainOption[];
}

const ADMIN_OPTION: ChainOption = {
  name: 'admin',
  placeholder: 'FILE',
  says: 'Who administers the database; the PG variables of the environment if left out',
};
const CONFIG_OPTION: ChainOption = {
  name: 'config',
  placeholder: 'FILE',
  says: "The process's own file, chain.json of the computer's folder if left out",
};

export const CHAIN_COMMANDS: readonly ChainCommand[] = [
  {
    name: 'init',
    says: 'Makes the database of the chain, or brings it to this version',
    options: [
      { name: 'database', placeholder: 'NAME', says: 'How the database is called (chain)' },
      {
        name: 'out',
        placeholder: 'DIR',
        says: 'Where chain.json and office.json are written',
        isRequired: true,
      },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'enroll',
    says: "Gives a till its login, and writes its provisioning file's chain block",
    options: [
      { name: 'shop', placeholder: 'SHOP', says: 'The shop that it stands in', isRequired: true },
      { name: 'pos', placeholder: 'NUMBER', says: 'Its POS number', isRequired: true },
      { name: 'out', placeholder: 'DIR', says: 'Where its file is written', isRequired: true },
      { name: 'database', placeholder: 'NAME', says: 'How the database is called (chain)' },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'start',
    says: "Makes and uploads the chain's daily file until it is told to stop",
    options: [
      { name: 'hooks', placeholder: 'PORT', says: "Also receives the service's webhooks there" },
      { name: 'health', placeholder: 'PORT', says: 'Also says on loopback how it is' },
      CONFIG_OPTION,
    ],
  },
  {
    name: 'retire',
    operand: 'TILL',
    says: "Ends a till's login: its POS number, or its role in the database",
    options: [
      { name: 'database', placeholder: 'NAME', says: 'How the database is called (chain)' },
      ADMIN_OPTION,
    ],
  },
  {
    name: 'day',
    operand: 'DAY',
    says: 'Decides about the file of a day that waits for a person, or saves it; one of these',
    options: [
      {
        name: 'handed-in',
        placeholder: 'REASON',
        says: 'It arrived by other means: it is not sent',
      },
      { name: 'not-handed-in', placeholder: 'REASON', says: 'It did not after all' },
      {
        name: 'send-again',
        placeholder: 'REASON',
        says: 'The service does not have the file that may have arrived: the same bytes go out',
      },
      { name: 'save', placeholder: 'DIR', says: 'Writes the file as it was made; over no other' },
      CONFIG_OPTION,
    ],
  },
  {
    name: 'status',
    says: 'Says how the chain is',
    options: [{ name: 'json', placeholder: null, says: 'As one JSON object' }, CONFIG_OPTION],
  },
];

/** The codes with which a command of the chain ends. */
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
  /** By the option's name; an empty text for one that takes no value. */
  readonly options: ReadonlyMap<string, string>;
}

/** Null where the help is asked for. Throws on what is missing or not known, in words. */
export function parseChainCommandLine(words: readonly string[]): ChainCommandLine | null {
  if (words.includes('--help')) return null;
  const [name = '', ...rest] = words;
  const command = CHAIN_COMMANDS.find((one) => one.name === name);
  if (command === undefined) {
    const known = CHAIN_COMMANDS.map((one) => one.name).join(', ');
    throw new Error(
      name === ''
        ? `Say what to do: ${known}.`
        : `${name} is no command of chain. It takes: ${known}.`,
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
    const given = at < 0 ? null : word.slice(at + 1);
    const option = command.options.find(
      (one) => `--${one.name}` === (at < 0 ? word : word.slice(0, at)),
    );
    if (option === undefined) throw new Error(formatUnknownWord(command, word));
    if (option.placeholder === null) {
      if (given !== null) throw new Error(`--${option.name} takes no value.`);
      options.set(option.name, '');
      continue;
    }
    const value = given ?? rest[index + 1] ?? '';
    if (value.trim() === '' || (given === null && value.startsWith('--'))) {
      throw new Error(`--${option.name} needs a value: --${option.name} ${option.placeholder}.`);
    }
    if (given === null) index += 1;
    options.set(option.name, value);
  }
  if (command.operand !== undefined && operand === null) {
    throw new Error(`chain ${name} needs the name: ${formatChainUsage(command)}`);
  }
  const missing = command.options.find((one) => one.isRequired && !options.has(one.name));
  if (missing !== undefined) {
    throw new Error(
      `chain ${name} needs --${missing.name} ${missing.placeholder ?? ''}: ${formatChainUsage(command)}`,
    );
  }
  return { command: command.name, operand, options };
}

function formatUnknownWord(command: ChainCommand, word: string): string {
  return `${word} does not belong to chain ${command.name}: ${formatChainUsage(command)}`;
}

/** `chain enroll --shop SHOP --pos NUMBER --out DIR [--admin FILE]` */
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
    `      ${command.says}`,
    ...command.options.map(({ name, placeholder, says }) =>
      `        --${name}${placeholder === null ? '' : ` ${placeholder}`}`.padEnd(32).concat(says),
    ),
    '',
  ]);
  const codes = CHAIN_EXIT_NAMES.map(
    (name) => `  ${String(EXIT[name]).padEnd(4)}${EXIT_MEANINGS[name].means}`,
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
