import { useNavigation } from '../../app/index.ts';
import { Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

export function Care() {
  const { open } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text('care.title')}
      actions={[
        {
          label: text('care.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
      ]}
    />
  );
}
