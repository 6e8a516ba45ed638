/** Delivers receipts without paper: as a file, by mail, as a code on the screen, or not at all. */
export { createPaperlessReceipts } from './paperless-receipts.ts';
