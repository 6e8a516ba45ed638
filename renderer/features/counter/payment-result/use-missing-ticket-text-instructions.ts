import type { Payment } from '../../../../shared/contract/index.ts';
import { useTill } from '../../../app/index.ts';
import { useText } from '../../../i18n/index.ts';

/** Whom to call about a service's text that did not come: for a cash-out, and for a card's code. */
export function useMissingTicketTextInstructions({
  authorization,
}: Pick<Payment, 'authorization'>): {
  readonly cashOut: string;
  readonly giftCard: string;
} {
  const text = useText();
  const { helpLine } = useTill();
  const values = { authorization: authorization ?? text('pay.text.none') };
  if (helpLine === null || helpLine === '') {
    return {
      cashOut: text('pay.text.callNobody', values),
      giftCard: text('pay.gift.noCodeActionNobody', values),
    };
  }
  return {
    cashOut: text('pay.text.call', { ...values, helpLine }),
    giftCard: text('pay.gift.noCodeAction', { ...values, helpLine }),
  };
}
