/**
 * `mostrador-cli chain …` and, in a checkout, `npm run chain -- …`: the database of a chain of
 * tills, the logins of its tills, and the process that makes the chain's daily file and receives
 * webhooks. Plain Node, without a display; `electron/settings/command-line` defines the arguments.
 *
 * Exit codes are those of `electron/platform/exit-codes.ts`: 0 done, 1 an invalid argument or file,
 * 2 the database did not answer (or the process did not stop in time), 11 and 12 the worst light of
 * `status`, 14 the database refuses, has a newer version, or does not fit.
 */

export type { ChainTerminal } from './chain-terminal.ts';
export { runChainCommand } from './run-chain.ts';
