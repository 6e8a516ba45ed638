/**
 * The chain's database as the office's process asks it: the functions of the schema, one at a time
 * or in a transaction. Whatever cannot be done is thrown as a `ChainError`, and the work is taken up
 * again at the next round.
 */
export type { ChainQuery } from '../../till/client/index.ts';
export {
  isNoLongerElected,
  isRefused,
  type OfficeDatabase,
  openOfficeDatabase,
  type ResultRow,
} from './office-database.ts';
