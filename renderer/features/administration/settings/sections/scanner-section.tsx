import { useNavigation } from '../../../../app/index.ts';
import { Screen } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import type { SettingsSectionProps } from '../save-notice.tsx';

/** The collectors in the settings, which a file changes; the taught ones have their own page. */
export function ScannerSection(props: SettingsSectionProps) {
  const text = useText();
  const { open } = useNavigation();
  const { length } = props.effectiveSettings.billLayouts;
  return (
    <Screen
      title={text('settings.section.scanner')}
      hint={text('settings.scanner.hint')}
      actions={[
        { label: text('settings.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('settings.scanner.open'),
          keyName: 'Control+O',
          onAction: () => open({ name: 'bill-codes' }),
        },
      ]}
    >
      <p>
        {length === 0
          ? text('settings.scanner.none')
          : text('settings.scanner.count', { count: length })}
      </p>
    </Screen>
  );
}
