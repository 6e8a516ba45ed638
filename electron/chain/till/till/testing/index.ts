/**
 * Test helpers for the chain sync: the chain's database in memory, and a connection with faults.
 */
export { type EpisodeChain, type EpisodeStep, episodeStep, playEpisode } from './episode.ts';
export { createFakeChain, type FakeChain, type PushedRow } from './fake-chain.ts';
export { type CallFate, type Line, lineTo, type TillCall } from './line.ts';
export { type ChainShop, createChainShop } from './shop.ts';
export { plainStatus } from './status.ts';
