/**
 * The built till for a test: on the browser shell in Chromium, or on Electron, as the Playwright
 * project selects. Each test gets its own profile, provisioned from a file, with its own training
 * service. A spec imports `test` and `expect` from here and requests `till`.
 *
 * `provisioning` is merged over `TRAINING_SHOP` in that file; `test.use({ provisioning: null })`
 * starts a till that was never set up. `till.page` is the current page; `restart` replaces it.
 * `till.setFaults` needs a signed-in cashier. `printerTest` is `test` with a network printer.
 * `expectScreenInOrder` checks one screen: axe, texts and width; `every-screen.spec.ts` and
 * `dialogs.spec.ts` check every screen.
 */

export { expect } from '@playwright/test';
export {
  getTextBeforePlaceholder,
  type LocaleFileKey,
  readPageTexts,
  toWholeWordPattern,
} from '../../support/page-texts.ts';
export {
  type BackOfficePage,
  openBackOfficePage,
  openSettingsSection,
} from './back-office-pages.ts';
export { callBridge } from './call-bridge.ts';
export { confirmOutcome } from './confirm-outcome.ts';
export type { KeyboardCashier } from './keyboard-cashier.ts';
export { findAccountWithBalance, insertKnownCustomers, waitForBiller } from './known-customers.ts';
export { expectNothingClipped } from './layout-checks.ts';
export { makeBackup } from './make-backup.ts';
export { getLanguages } from './page-languages.ts';
export { type PrinterUnderTest, test as printerTest } from './printer-test.ts';
export { expectReferencePicture } from './reference-pictures.ts';
export { plugInScanner, type Scanner } from './scanner.ts';
export { expectScreenInOrder } from './screen-checks.ts';
export type { ServiceUnderTest } from './service-under-test.ts';
export { signInAgain } from './sign-in-again.ts';
export { type SmallDisk, test as smallDiskTest } from './small-disk-test.ts';
export type { Till } from './till.ts';
export { QUICK_TAGS, type TillOptions, test } from './till-test.ts';
export { OWNER, TRAINING_SHOP } from './training-shop.ts';
export { createWizard } from './wizard.ts';
