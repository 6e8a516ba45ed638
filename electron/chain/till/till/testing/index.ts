/** What tests of the chain need of a till: its database in memory, and a line that fails. */
export { type EpisodeChain, type EpisodeStep, episodeStep, playEpisode } from './episode.ts';
export { type FakeChain, fakeChain, type KeptRow } from './fake-chain.ts';
export { type CallFate, type Line, lineTo, type TillCall } from './line.ts';
export { type ChainShop, chainShop } from './shop.ts';
export { plainStatus } from './status.ts';
