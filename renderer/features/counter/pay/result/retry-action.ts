import { assertNever } from '../../../../../shared/contract/index.ts';
import type { RefusalHelp } from '../../../../../shared/rules/index.ts';
import type { ScreenAction } from '../../../../components/index.ts';
import type { TextFunction, TextKey } from '../../../../i18n/index.ts';

/** Returns the Enter action after a refusal: the same customer tries again. */
export function createRetryAction(
  text: TextFunction,
  help: Exclude<RefusalHelp, { readonly action: 'next-customer' }>,
  onAction: () => void,
): ScreenAction {
  return { label: text(getRetryTextKey(help)), keyName: 'Enter', onAction, variant: 'primary' };
}

function getRetryTextKey(
  help: Exclude<RefusalHelp, { readonly action: 'next-customer' }>,
): TextKey {
  if (help.action === 'again') return 'pay.correction.retry';
  switch (help.field) {
    case 'account':
      return 'pay.correction.account';
    case 'name':
      return 'pay.refused.addName';
    case 'amount':
      return 'pay.correction.amount';
    case 'biller':
      return 'pay.correction.biller';
    default:
      return assertNever(help.field);
  }
}
