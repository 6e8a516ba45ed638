import type { Permission } from '../../../../shared/contract/index.ts';
import {
  getPermissionGrant,
  type RouteName,
  useAccountForecastLine,
  useNavigation,
  useTill,
} from '../../../app/index.ts';
import { type Choice, ChoiceList, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** A page, and the permission that it needs; null if everyone may open it. */
interface BackOfficePage {
  readonly name: Extract<
    RouteName,
    | 'shift'
    | 'staff'
    | 'customers'
    | 'claims'
    | 'bill-codes'
    | 'earnings'
    | 'outliers'
    | 'daily-file'
    | 'chain'
    | 'audit'
    | 'settings'
    | 'backup'
    | 'updates'
    | 'training'
  >;
  readonly permission: Permission | null;
}

const BACK_OFFICE_PAGES: readonly BackOfficePage[] = [
  { name: 'shift', permission: null },
  { name: 'earnings', permission: 'earnings' },
  { name: 'outliers', permission: 'audit' },
  { name: 'claims', permission: null },
  { name: 'customers', permission: null },
  { name: 'bill-codes', permission: 'teach-bill-codes' },
  { name: 'staff', permission: 'staff' },
  { name: 'daily-file', permission: 'reconciliation' },
  { name: 'chain', permission: 'chain' },
  { name: 'audit', permission: 'audit' },
  { name: 'settings', permission: 'settings' },
  { name: 'backup', permission: 'diagnostics' },
  { name: 'updates', permission: 'updates' },
  { name: 'training', permission: null },
];

export function BackOffice() {
  const { open, goHome } = useNavigation();
  const text = useText();
  const { session, environment, hasChain } = useTill();
  const forecastLine = useAccountForecastLine();
  const role = session.cashier?.role ?? 'cashier';
  const canOpen = ({ name, permission }: BackOfficePage): boolean => {
    if (name === 'training') return environment === 'training';
    if (name === 'chain' && !hasChain) return false;
    return permission === null || getPermissionGrant(role, permission) !== 'no';
  };
  const choices = BACK_OFFICE_PAGES.filter(canOpen).map(
    ({ name }): Choice<BackOfficePage['name']> => ({
      id: name,
      name: text(`backOffice.${name}`),
      detail: text(`backOffice.${name}.description`),
    }),
  );
  return (
    <Screen
      title={text('backOffice.title')}
      actions={[
        { label: text('backOffice.back'), keyName: 'Escape', onAction: goHome },
        ...(getPermissionGrant(role, 'earnings') === 'no'
          ? []
          : [
              {
                label: text('backOffice.earnings'),
                keyName: 'Control+I' as const,
                onAction: () => open({ name: 'earnings' }),
              },
            ]),
      ]}
      isDense
      {...(forecastLine === null ? {} : { footer: forecastLine })}
    >
      <ChoiceList
        label={text('backOffice.list')}
        choices={choices}
        onChoose={(name) => open({ name })}
        hasTwoColumns
        isAutoFocused
      />
    </Screen>
  );
}
