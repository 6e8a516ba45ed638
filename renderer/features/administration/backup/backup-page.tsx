import { type Route, useNavigation, usePermission } from '../../../app/index.ts';
import { type Choice, ChoiceList, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { Backups } from './backups.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { RecoveryKey } from './recovery-key.tsx';

type BackupSection = NonNullable<Extract<Route, { name: 'backup' }>['corner']>;

/** The ledger's backups, for an owner; and what the help line asks for. */
export function BackupPage() {
  const { route, open } = useNavigation();
  const text = useText();
  const mayBackUp = usePermission('backup') === 'yes';
  const corner = route.name === 'backup' ? (route.corner ?? null) : null;
  const leave = (): void => open({ name: 'backup' });
  const corners: readonly BackupSection[] = mayBackUp
    ? ['backups', 'recovery', 'diagnostics']
    : ['diagnostics'];
  switch (corner) {
    case 'backups':
      return <Backups onBack={leave} />;
    case 'recovery':
      return <RecoveryKey onBack={leave} />;
    case 'diagnostics':
      return <Diagnostics onBack={leave} />;
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
            choices={corners.map(
              (id): Choice<BackupSection> => ({
                id,
                name: text(`backups.${id}`),
                detail: text(`backups.${id}.what`),
              }),
            )}
            onChoose={(id) => open({ name: 'backup', corner: id })}
            isAutoFocused
          />
        </Screen>
      );
  }
}
