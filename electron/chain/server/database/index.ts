/**
 * The chain's database for the server process: runs the functions of the schema, single or in a
 * transaction. Every failure is thrown as a `ChainError`, and the work is repeated in the next
 * round.
 */
export type { ChainQuery } from '../../client/index.ts';
export {
  type ChainServerDatabase,
  isNoLongerElectedError,
  isWriteRefusedError,
  openChainServerDatabase,
  type ResultRow,
} from './chain-server-database.ts';
