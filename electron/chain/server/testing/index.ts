/** For tests of the office's process: a chain of tills in its own database, and a real maker. */
export { createDailyFileMaker, type MakerProcess } from './maker-process.ts';
export { createOfficeChain, type OfficeChain, type OfficeTill, type Sale } from './office-chain.ts';
