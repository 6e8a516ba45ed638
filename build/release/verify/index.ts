/**
 * What is looked at before anything is given to a shop: `npm run verify-release -- DIR`. It trusts
 * nothing that the build has said, and reads everything back from the artefacts themselves.
 */
import { asar } from './asar.ts';
import type { Check } from './check.ts';
import { debFields, debFiles } from './deb.ts';
import { feed, feedKeys } from './feed.ts';
import { fuses } from './fuses.ts';
import { notices, sbom } from './papers.ts';
import { sums } from './sums.ts';
import { asarResource, setupFiles, signatures } from './windows.ts';

export { isMadeOfStandIn } from './deb.ts';
export { openRelease, type Release } from './release.ts';
export { run } from './run.ts';
export { isStandInSetup } from './setup.ts';

export const CHECKS: readonly Check[] = [
  sums,
  debFields,
  debFiles,
  setupFiles,
  signatures,
  fuses,
  asar,
  asarResource,
  sbom,
  notices,
  feedKeys,
  feed,
];
