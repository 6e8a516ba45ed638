import { type Place, useMay, useNavigation } from '../../app/index.ts';
import { type Choice, ChoiceList, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { Backups } from './backups.tsx';
import { DiagnosticsRoom } from './diagnostics-room.tsx';

type Corner = NonNullable<Extract<Place, { name: 'care' }>['corner']>;

/** The ledger's backups, for an owner; and what the help line asks for. */
export function Care() {
  const { place, open } = useNavigation();
  const text = useText();
  const mayBackUp = useMay('backup') === 'yes';
  const corner = place.name === 'care' ? (place.corner ?? null) : null;
  const leave = (): void => open({ name: 'care' });
  const corners: readonly Corner[] = mayBackUp ? ['backups', 'diagnostics'] : ['diagnostics'];
  switch (corner) {
    case 'backups':
      return <Backups onBack={leave} />;
    case 'diagnostics':
      return <DiagnosticsRoom onBack={leave} />;
    case null:
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
        >
          <ChoiceList
            label={text('care.list')}
            choices={corners.map(
              (id): Choice<Corner> => ({
                id,
                name: text(`care.${id}`),
                detail: text(`care.${id}.what`),
              }),
            )}
            onChoose={(id) => open({ name: 'care', corner: id })}
            isAutoFocused
          />
        </Screen>
      );
  }
}
