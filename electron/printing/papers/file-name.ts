import type { Language } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import type { PaperKind } from './receipt.ts';
import { formatShopTime } from './shop-time.ts';

const REFERENCE_END_CHARACTERS = 8;

/**
 * `2026-01-15_10-42-07_ticket_1a2b3c4d`: the time of the request in the shop's zone, the kind of
 * paper, and the end of the payment's external id. The same for each attempt of a job.
 */
export function formatPaperFileName(
  job: { readonly kind: PaperKind; readonly createdAt: string; readonly reference: string },
  settings: { readonly timeZone: string; readonly language: Language },
): string {
  // In the English format for every language, so that names sort by time.
  const time = formatShopTime(job.createdAt, { timeZone: settings.timeZone, language: 'en' });
  const words = getReceiptTexts(settings.language).fileKinds;
  const end = job.reference.replace(/[^A-Za-z0-9]/g, '').slice(-REFERENCE_END_CHARACTERS);
  return [...time.replaceAll(':', '-').split(' '), words[job.kind], end].join('_');
}
