/** Signed codes of sheets, for the tests of other folders. */
export { attachEvidenceToPdf, buildEvidenceCode } from '../evidence-code.ts';
