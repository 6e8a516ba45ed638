import type { CustomerScreenState, Language } from '../../../shared/contract/index.ts';
import { useKeys } from '../../components/index.ts';
import { getLanguageName, useText } from '../../i18n/index.ts';
import { useTill, useTillMutation, useTillQuery } from '../till/index.ts';
import { ProblemDialog } from './problem-dialog.tsx';
import { StatusButton } from './status-button.tsx';

/** On the status line of a till with such a screen: what language it speaks, and the key for the other. */
export function CustomerScreenButton() {
  const { hasCustomerScreen } = useTill();
  return hasCustomerScreen ? <Shown /> : null;
}

function Shown() {
  const text = useText();
  const { value } = useTillQuery('customerScreen.state', {}, { refetchOnMount: 'always' });
  const other = useTillMutation('customerScreen.switchLanguage');
  const switchLanguage = (): void => void other.run({});
  const label = text('look.customer.switch');
  useKeys({ 'Control+L': { label, onAction: switchLanguage } }, 'frame');
  if (value === undefined) return null;
  return (
    <>
      <StatusButton
        label={text('look.customer.label')}
        word={
          value.window === 'open' ? spoken(value.language) : text(getWindowTextKey(value.window))
        }
        glow={value.window === 'open' ? 'good' : 'warning'}
        onPress={switchLanguage}
      />
      <ProblemDialog title={label} of={other} />
    </>
  );
}

/** Without its country: the key leads from the shop's Spanish to English and back. */
function spoken(language: Language): string {
  return getLanguageName(language).replace(/ \(.*\)$/, '');
}

function getWindowTextKey(window: CustomerScreenState['window']) {
  return window === 'closed' ? 'look.customer.closed' : 'look.customer.noDisplay';
}
