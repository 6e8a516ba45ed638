/**
 * What is asked for on the command line, of the program with a window and of the one without. Paths
 * that come out are absolute. An option that is not known, or that does not go with another, is
 * thrown as an error whose words are for the terminal; nothing here imports Electron.
 */

export {
  CHAIN_COMMANDS,
  CHAIN_EXITS,
  type ChainAsked,
  type ChainCommandName,
  chainHelpText,
  chainUse,
  readChainWords,
} from './chain-options.ts';
export {
  type Asked,
  type LookFromOutside,
  profileAsked,
  readCommandLine,
} from './command-line.ts';
export {
  checkCliOptions,
  checkOptions,
  helpText,
  OPTIONS,
  optionsOf,
  type ProgramName,
  WHAT_IT_IS,
} from './options.ts';
