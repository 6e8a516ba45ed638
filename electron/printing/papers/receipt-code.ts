import {
  accountWord,
  maskAccount,
  type ReceiptWords,
  receiptWords,
} from '../../../shared/i18n/index.ts';
import { formatMoney, money } from '../../../shared/money/index.ts';
import type { ReceiptSettings } from './receipt.ts';
import type { ReceiptFacts } from './receipt-facts.ts';
import { shopTime } from './shop-time.ts';

/** Names longer than this would make the code too fine for the camera of an old telephone. */
const LONGEST_NAME = 40;

/**
 * What a QR code on the screen says of a payment: plain lines in the shop's language, which any
 * camera shows without a network and without anybody in between. It is what a customer needs to ask
 * about the payment: shop, biller, masked account, total, authorization, time, reference. It never
 * holds the whole account, a name, or a gift card's code.
 */
export function receiptCodeLines(facts: ReceiptFacts, settings: ReceiptSettings): string[] {
  const { language, environment } = settings;
  const words: ReceiptWords = receiptWords(language);
  const total = formatMoney(money(facts.due, facts.shopCurrency), language, facts.shopCurrency);
  return [
    ...(environment === 'production' ? [] : [words.notValid[environment]]),
    shortened(settings.shop.name),
    shortened(facts.billerName),
    `${accountWord(words, facts.accountIs)}: ${maskAccount(facts)}`,
    `${words.total}: ${total} ${facts.shopCurrency}`,
    ...(facts.authorization === null
      ? []
      : [`${words.authorization}: ${shortened(facts.authorization)}`]),
    shopTime(facts.createdAt, settings),
    `${words.externalId}: ${facts.externalId}`,
  ];
}

function shortened(name: string): string {
  const characters = [...name.replace(/\s+/gu, ' ').trim()];
  return characters.length <= LONGEST_NAME
    ? characters.join('')
    : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
