/**
 * Claims: payments that somebody disputes. Each has entries, which are only added, a day on which a
 * person follows it up, and a sheet with the evidence in the ledger.
 *
 * - A claim is due by the latest clock that the till knows, and every open one is due while the clocks
 *   disagree: a wrong clock hides none (`claim-time.ts`).
 * - The sheet carries a code with its main facts and an Ed25519 signature over them and over a digest
 *   of the sheet's text (`evidence-code.ts`). The key is derived from the till's data key, which the
 *   vault seals; anybody with the public key checks a sheet without a network.
 * - The sheet shows no code of a gift card.
 *
 * Times are ISO 8601 in UTC, days are of the shop's calendar. Problems: `not-found` (payment, claim),
 * `claim`, `data-key`, `without-paper`, `storage`.
 */
export { listOpenClaims } from './claim-queries.ts';
export type { ClaimSheetSettings } from './claim-sheet.ts';
export type { ClaimClocks } from './claim-time.ts';
export { type Claims, createClaims } from './claims.ts';
export { type EvidenceFacts, type EvidenceVerdict, verifyEvidence } from './evidence-code.ts';
export {
  createEvidenceKeyPair,
  type EvidenceKeyPair,
  parseEvidencePublicKeys,
} from './evidence-key.ts';
