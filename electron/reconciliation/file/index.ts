export { drpList, saveDrp } from './drp.ts';
export { createFiles, type Files, leftOutOf, totalsOf } from './files.ts';
export { createLedgerSource } from './ledger-source.ts';
export { createDailyFile } from './whole-file.ts';
