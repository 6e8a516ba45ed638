/**
 * Parses the command lines of the program with a window and of the one without. Returned paths are
 * absolute. Unknown options and options that cannot be combined throw an error whose message is for
 * the terminal. Nothing here imports Electron.
 */

export {
  CHAIN_COMMANDS,
  CHAIN_EXIT_NAMES,
  type ChainCommandLine,
  type ChainCommandName,
  formatChainHelp,
  formatChainUsage,
  parseChainCommandLine,
} from './chain-options.ts';
export {
  type CommandLineOptions,
  parseCommandLine,
  parseProfileOption,
  type ReadOnlyCommand,
} from './command-line.ts';
export {
  formatHelp,
  listChromiumOptions,
  listOptions,
  PROGRAM_DESCRIPTIONS,
  PROGRAM_OPTIONS,
  type ProgramName,
  SANDBOX_OFF_MESSAGE,
  validateCliOptions,
  validateOptions,
} from './options.ts';
