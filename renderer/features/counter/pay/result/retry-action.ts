import { assertNever } from '../../../../../shared/contract/index.ts';
import type { RefusalAction } from '../../../../../shared/rules/index.ts';
import type { ScreenAction } from '../../../../components/index.ts';
import type { TextFunction, TextKey } from '../../../../i18n/index.ts';

/** Returns the Enter action after a refusal: the same customer tries again. */
export function createRetryAction(
  text: TextFunction,
  refusalAction: Exclude<RefusalAction, { readonly kind: 'next-customer' }>,
  onAction: () => void,
): ScreenAction {
  return {
    label: text(getRetryTextKey(refusalAction)),
    keyName: 'Enter',
    onAction,
    variant: 'primary',
  };
}

function getRetryTextKey(
  refusalAction: Exclude<RefusalAction, { readonly kind: 'next-customer' }>,
): TextKey {
  if (refusalAction.kind === 'again') return 'pay.correction.retry';
  switch (refusalAction.field) {
    case 'account':
      return 'pay.correction.account';
    case 'name':
      return 'pay.refused.addName';
    case 'amount':
      return 'pay.correction.amount';
    case 'biller':
      return 'pay.correction.biller';
    default:
      return assertNever(refusalAction.field);
  }
}
