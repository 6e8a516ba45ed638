import { useNavigation } from '../../app/index.ts';
import { Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

export function SettingsRoom() {
  const { open } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text('settings.title')}
      actions={[
        {
          label: text('settings.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
      ]}
    />
  );
}
