import { type Route, useNavigation, usePermission } from '../../../app/index.ts';
import { type Choice, ChoiceList, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { BackupList } from './backup-list.tsx';
import { RecoveryKeyScreen } from './recovery-key.tsx';
import { SupportBundleScreen } from './support-bundle-screen.tsx';

type BackupSection = NonNullable<Extract<Route, { name: 'backup' }>['section']>;

/**
 * The back-office screen of backups, recovery key and diagnostics. Without the permission `backup`,
 * only the diagnostics are shown.
 */
export function BackupPage() {
  const { route, open } = useNavigation();
  const text = useText();
  const canBackUp = usePermission('backup') === 'yes';
  const section = route.name === 'backup' ? (route.section ?? null) : null;
  const openMenu = (): void => open({ name: 'backup' });
  const sections: readonly BackupSection[] = canBackUp
    ? ['backups', 'recovery', 'diagnostics']
    : ['diagnostics'];
  switch (section) {
    case 'backups':
      return <BackupList onBack={openMenu} />;
    case 'recovery':
      return <RecoveryKeyScreen onBack={openMenu} />;
    case 'diagnostics':
      return <SupportBundleScreen onBack={openMenu} />;
    case null:
      return (
        <Screen
          title={text('backups.title')}
          actions={[
            {
              label: text('backups.back'),
              keyName: 'Escape',
              onAction: () => open({ name: 'back-office' }),
            },
          ]}
        >
          <ChoiceList
            label={text('backups.list')}
            choices={sections.map(
              (id): Choice<BackupSection> => ({
                id,
                name: text(`backups.${id}`),
                detail: text(`backups.${id}.description`),
              }),
            )}
            onChoose={(id) => open({ name: 'backup', section: id })}
            isAutoFocused
          />
        </Screen>
      );
  }
}
