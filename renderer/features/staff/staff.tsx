import { useNavigation } from '../../app/index.ts';
import { Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

export function StaffRoom() {
  const { open } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text('staff.title')}
      actions={[
        {
          label: text('staff.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
      ]}
    />
  );
}
