import type { CustomerScreenState, Language } from '../../../shared/contract/index.ts';
import { useKeyBindings } from '../../components/index.ts';
import { getLanguageName, useText } from '../../i18n/index.ts';
import { useTill, useTillMutation, useTillQuery } from '../till/index.ts';
import { ProblemDialog } from './problem-dialog.tsx';
import { StatusButton } from './status-button.tsx';

/**
 * Shown on the status line of a till with a customer screen: its language, and the key that
 * switches it.
 */
export function CustomerScreenButton() {
  const { hasCustomerScreen } = useTill();
  return hasCustomerScreen ? <LanguageButton /> : null;
}

function LanguageButton() {
  const text = useText();
  const { value } = useTillQuery('customerScreen.state', {}, { refetchOnMount: 'always' });
  const languageSwitch = useTillMutation('customerScreen.switchLanguage');
  const switchLanguage = (): void => void languageSwitch.run({});
  const label = text('appearance.customer.switch');
  useKeyBindings({ 'Control+L': { label, onAction: switchLanguage } }, 'frame');
  if (value === undefined) return null;
  return (
    <>
      <StatusButton
        label={text('appearance.customer.label')}
        statusText={
          value.window === 'open'
            ? formatLanguage(value.language)
            : text(getWindowTextKey(value.window))
        }
        level={value.window === 'open' ? 'good' : 'warning'}
        onPress={switchLanguage}
      />
      <ProblemDialog title={label} mutation={languageSwitch} />
    </>
  );
}

/** Without its country: the key switches between the shop's Spanish and English. */
function formatLanguage(language: Language): string {
  return getLanguageName(language).replace(/ \(.*\)$/, '');
}

function getWindowTextKey(window: CustomerScreenState['window']) {
  if (window === 'closed') return 'appearance.customer.closed';
  return window === 'unplaceable'
    ? 'appearance.customer.unplaceable'
    : 'appearance.customer.noDisplay';
}
