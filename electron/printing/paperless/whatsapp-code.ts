import { fail, ok, type Result, type WhatsAppCode } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import { renderLinkQr } from '../codes/index.ts';
import type { ReceiptFacts, ReceiptSettings } from '../papers/index.ts';
import { encodePng } from '../tape/index.ts';

/** Opens WhatsApp with a text that its user can send to anybody, also without a number. */
const SEND_URL = 'https://wa.me/?text=';

/**
 * The service's text of a receipt as a QR code that opens WhatsApp on the customer's own phone: the
 * customer sends it, so that the till needs no number and sends nothing. The text is exactly as
 * received; outside of production a line before it says that it is not valid. Returns `without-paper`
 * (`too-long-for-code`) for a text that no phone could read from the screen.
 */
export function renderWhatsAppCode(
  { ticketText }: Pick<ReceiptFacts, 'ticketText'>,
  { language, environment }: Pick<ReceiptSettings, 'language' | 'environment'>,
): Result<WhatsAppCode> {
  const mark =
    environment === 'production' ? '' : `${getReceiptTexts(language).notValid[environment]}\n\n`;
  const text = `${mark}${ticketText ?? ''}`;
  // Half of a surrogate pair has no encoding in a link.
  const dots = text.isWellFormed() ? renderLinkQr(SEND_URL + encodeURIComponent(text)) : null;
  if (dots === null) return fail({ kind: 'without-paper', reason: 'too-long-for-code' });
  return ok({ png: encodePng(dots, dots.width).toString('base64'), dots: dots.width });
}
