/**
 * The checks of a release before it goes to shops: `npm run verify-release -- DIR`. They do not trust
 * the build's output, but read everything from the artefacts.
 */
import { asarCheck } from './asar.ts';
import type { Check } from './check.ts';
import { debFieldsCheck, debFilesCheck } from './deb.ts';
import { noticesCheck, sbomCheck } from './documents.ts';
import { feedCheck, updateConfigCheck } from './feed.ts';
import { fusesCheck } from './fuses.ts';
import { sumsCheck } from './sums.ts';
import {
  asarResourceCheck,
  windowsInstallerFilesCheck,
  windowsSignaturesCheck,
} from './windows.ts';

export { isStandInDeb } from './deb.ts';
export { openRelease, type Release } from './release.ts';
export { runProgram } from './run-program.ts';
export { isStandInWindowsInstaller } from './windows-installer.ts';

export const CHECKS: readonly Check[] = [
  sumsCheck,
  debFieldsCheck,
  debFilesCheck,
  windowsInstallerFilesCheck,
  windowsSignaturesCheck,
  fusesCheck,
  asarCheck,
  asarResourceCheck,
  sbomCheck,
  noticesCheck,
  updateConfigCheck,
  feedCheck,
];
