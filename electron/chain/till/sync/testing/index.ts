/**
 * Test helpers for the chain sync: the chain's database in memory, and a connection with faults.
 */

export { type ChainShop, createChainShop } from './chain-shop.ts';
export { type EpisodeChain, type EpisodeStep, episodeStep, playEpisode } from './episode.ts';
export { createFakeChain, type FakeChain, type PushedRow } from './fake-chain.ts';
export {
  type CallFate,
  createFaultyConnection,
  type FaultyConnection,
  type TillCall,
} from './faulty-connection.ts';
export { createPlainStatus } from './status.ts';
