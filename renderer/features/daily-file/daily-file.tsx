import { useNavigation } from '../../app/index.ts';
import { Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

export function DailyFile() {
  const { open } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text('dailyFile.title')}
      actions={[
        {
          label: text('dailyFile.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
      ]}
    />
  );
}
