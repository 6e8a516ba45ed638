import { Button as AriaButton } from 'react-aria-components';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import {
  KeyHint,
  type KeyName,
  scheduleScreenFocusRestore,
  useKeyBindings,
  withAriaKeyShortcut,
} from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { useOpenShortcutSheet } from '../key-sheet/index.ts';
import { type Route, type RouteName, useNavigation } from '../navigation.ts';
import { useFailedScan } from '../scanner/index.ts';
import { useTill } from '../till/index.ts';
import { useLockTill } from '../use-lock.ts';
import styles from './key-bar.module.css';

interface BarKey {
  readonly keyName: KeyName;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

const FLOWS = [
  { flow: 'top-up', keyName: 'F3' },
  { flow: 'gift-card', keyName: 'F4' },
  { flow: 'cash-out', keyName: 'F5' },
] as const;

/** The function keys for changing the screen; a key without a screen is not shown. */
export function FunctionKeyBar(props: { readonly unresolvedPaymentCount: number }) {
  const text = useText();
  const till = useTill();
  const navigation = useNavigation();
  const lock = useLockTill();
  const openSheet = useOpenShortcutSheet();
  const { route, isLeaveBlocked } = navigation;
  const failedScan = useFailedScan();

  const keys: readonly BarKey[] = [
    {
      keyName: 'F2',
      label: text('key.bill'),
      isCurrent: ['home', 'scan'].includes(route.name) || getFlow(route) === 'bill',
      onPress: navigation.goHome,
    },
    ...FLOWS.filter(({ flow }) => flow !== 'cash-out' || till.cashOutBillers.length > 0).map(
      ({ flow, keyName }): BarKey => ({
        keyName,
        label: text(`key.${flow}`),
        isCurrent: getFlow(route) === flow,
        onPress: () => navigation.open({ name: 'choose', flow }),
      }),
    ),
    ...(getServiceVersionInfo(till.version).capabilities.hasLinkedBills
      ? [
          {
            keyName: 'F6',
            label: text('key.bills'),
            isCurrent: route.name === 'bills',
            onPress: () => navigation.open({ name: 'bills' }),
          } satisfies BarKey,
        ]
      : []),
    {
      keyName: 'F7',
      label: text('key.backOffice'),
      isCurrent: BACK_OFFICE_ROUTES.includes(route.name),
      onPress: () => navigation.open({ name: 'back-office' }),
    },
    {
      keyName: 'F8',
      label: text('key.history'),
      isCurrent: route.name === 'history',
      onPress: () => navigation.open({ name: 'history' }),
    },
    {
      keyName: 'F9',
      label:
        props.unresolvedPaymentCount > 0
          ? text('key.unresolvedCount', { count: props.unresolvedPaymentCount })
          : text('key.unresolved'),
      isCurrent: route.name === 'unresolved',
      onPress: () => navigation.open({ name: 'unresolved' }),
    },
    {
      keyName: 'F10',
      label: text('key.lock'),
      isCurrent: false,
      onPress: () => lock('asked'),
    },
  ];
  // Locking loses no work, so F10 works even while a payment is being sent.
  const isInactive = (key: BarKey): boolean => isLeaveBlocked && key.keyName !== 'F10';

  // Focus the screen also if it is already open.
  const press = (key: BarKey): void => {
    key.onPress();
    scheduleScreenFocusRestore();
  };

  useKeyBindings(
    Object.fromEntries(
      keys
        .filter((key) => !isInactive(key))
        .map((key) => [key.keyName, { label: key.label, onAction: () => press(key) }]),
    ),
    'frame',
  );

  return (
    <nav className={styles.keys} aria-label={text('frame.keys')}>
      {keys.map((key) => (
        <AriaButton
          key={key.keyName}
          className={styles.key ?? ''}
          onPress={() => press(key)}
          isDisabled={isInactive(key)}
          render={withAriaKeyShortcut(key.keyName)}
          {...(key.isCurrent ? { 'aria-current': 'page' as const } : {})}
          data-key={key.keyName}
        >
          <KeyHint keyName={key.keyName} />
          <span>{key.label}</span>
        </AriaButton>
      ))}
      <AriaButton
        className={styles.key ?? ''}
        onPress={openSheet}
        render={withAriaKeyShortcut('Control+K')}
        data-key="Control+K"
      >
        <KeyHint keyName="Control+K" />
        <span>{text('keys.open')}</span>
      </AriaButton>
      <p className={styles.failedScan} role="status">
        {failedScan === null
          ? ''
          : failedScan.code === null
            ? text('frame.tornScan')
            : text('frame.unusedScan', { code: shortenCode(failedScan.code) })}
      </p>
    </nav>
  );
}

const BACK_OFFICE_ROUTES: readonly RouteName[] = [
  'back-office',
  'shift',
  'customers',
  'claims',
  'earnings',
  'outliers',
  'staff',
  'daily-file',
  'chain',
  'audit',
  'settings',
  'backup',
  'updates',
  'training',
];

/** The flow that a route belongs to, or null. */
function getFlow(route: Route): 'bill' | (typeof FLOWS)[number]['flow'] | null {
  if (route.name === 'choose') return route.flow;
  if (route.name !== 'pay') return null;
  return route.isCashOut === true ? 'cash-out' : (route.flow ?? 'bill');
}

const MAX_CODE_LENGTH = 14;

/** Shortens a code so that it can still be recognized. */
function shortenCode(code: string): string {
  return code.length <= MAX_CODE_LENGTH ? code : `…${code.slice(1 - MAX_CODE_LENGTH)}`;
}
