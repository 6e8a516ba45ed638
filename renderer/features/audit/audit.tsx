import { useNavigation } from '../../app/index.ts';
import { Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

export function AuditLog() {
  const { open } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text('audit.title')}
      actions={[
        {
          label: text('audit.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
      ]}
    />
  );
}
