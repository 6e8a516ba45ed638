/** For tests of the chain's server process: a chain of tills in its own database, and a real maker. */
export { createDailyFileMaker, type MakerProcess } from './maker-process.ts';
export type { RetentionProcess } from './retention-process.ts';
export {
  createServerTestChain,
  type Sale,
  type ServerTestChain,
  type ServerTestTill,
} from './server-test-chain.ts';
