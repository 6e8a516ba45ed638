import {
  getAccountLabel,
  getReceiptTexts,
  maskAccount,
  type ReceiptTexts,
} from '../../../shared/i18n/index.ts';
import { createMoney, formatMoney } from '../../../shared/money/index.ts';
import type { ReceiptSettings } from './receipt.ts';
import type { ReceiptFacts } from './receipt-facts.ts';
import { formatShopTime } from './shop-time.ts';

/** Longer names would make the code too fine for the camera of an old phone. */
const MAX_NAME_LENGTH = 40;

/**
 * The content of a payment's QR code on the screen: plain lines in the shop's language, which any
 * camera app shows without a network or a third party. A customer needs it for questions about the
 * payment: shop, biller, masked account, total, authorization, time, reference. It never holds the
 * full account number, a customer's name, or a gift card's code.
 */
export function buildReceiptCodeLines(facts: ReceiptFacts, settings: ReceiptSettings): string[] {
  const { language, environment } = settings;
  const words: ReceiptTexts = getReceiptTexts(language);
  const total = formatMoney(
    createMoney(facts.amountDue, facts.shopCurrency),
    language,
    facts.shopCurrency,
  );
  return [
    ...(environment === 'production' ? [] : [words.notValid[environment]]),
    shortenName(settings.shop.name),
    shortenName(facts.billerName),
    `${getAccountLabel(words, facts.accountKind)}: ${maskAccount(facts)}`,
    `${words.total}: ${total} ${facts.shopCurrency}`,
    ...(facts.authorization === null
      ? []
      : [`${words.authorization}: ${shortenName(facts.authorization)}`]),
    formatShopTime(facts.createdAt, settings),
    `${words.externalId}: ${facts.externalId}`,
  ];
}

function shortenName(name: string): string {
  const characters = [...name.replace(/\s+/gu, ' ').trim()];
  return characters.length <= MAX_NAME_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}
