import { useNavigation } from '../../app/index.ts';
import { Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

export function Shift() {
  const { open } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text('shift.title')}
      actions={[
        {
          label: text('shift.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
      ]}
    />
  );
}
