/**
 * What is asked for on the command line, of the program with a window and of the one without. Paths
 * that come out are absolute. An option that is not known, or that does not go with another, is
 * thrown as an error whose words are for the terminal; nothing here imports Electron.
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
  listOptions,
  OPTIONS,
  PROGRAM_DESCRIPTIONS,
  type ProgramName,
  validateCliOptions,
  validateOptions,
} from './options.ts';
