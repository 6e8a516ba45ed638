import { Button as AriaButton } from 'react-aria-components';
import { versionFacts } from '../../../shared/rules/index.ts';
import { KeyHint, type KeyName, useKeys, withShortcut } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { type Place, type PlaceName, useNavigation } from '../navigation.ts';
import { useUnusedScan } from '../scanner/index.ts';
import { useTill } from '../till/index.ts';
import { useLock } from '../use-lock.ts';
import styles from './key-bar.module.css';

interface BarKey {
  readonly keyName: KeyName;
  readonly label: string;
  readonly isHere: boolean;
  readonly onPress: () => void;
}

const FLOWS = [
  { flow: 'top-up', keyName: 'F3' },
  { flow: 'gift-card', keyName: 'F4' },
  { flow: 'cash-out', keyName: 'F5' },
] as const;

/** The function keys that lead somewhere; a key that would lead nowhere is not shown. */
export function KeyBar(props: { readonly unresolved: number }) {
  const text = useText();
  const till = useTill();
  const navigation = useNavigation();
  const lock = useLock();
  const { place, isHeld } = navigation;
  const unusedScan = useUnusedScan();

  const keys: readonly BarKey[] = [
    {
      keyName: 'F2',
      label: text('key.pay'),
      isHere: place.name === 'home' || flowOf(place) === 'bill',
      onPress: navigation.goHome,
    },
    ...FLOWS.filter(({ flow }) => flow !== 'cash-out' || till.cashOutBillers.length > 0).map(
      ({ flow, keyName }): BarKey => ({
        keyName,
        label: text(`key.${flow}`),
        isHere: flowOf(place) === flow,
        onPress: () => navigation.open({ name: 'choose', flow }),
      }),
    ),
    ...(versionFacts(till.version).capabilities.linkedBills
      ? [
          {
            keyName: 'F6',
            label: text('key.bills'),
            isHere: place.name === 'bills',
            onPress: () => navigation.open({ name: 'bills' }),
          } satisfies BarKey,
        ]
      : []),
    {
      keyName: 'F7',
      label: text('key.backOffice'),
      isHere: BEHIND.includes(place.name),
      onPress: () => navigation.open({ name: 'back-office' }),
    },
    {
      keyName: 'F8',
      label: text('key.history'),
      isHere: place.name === 'history',
      onPress: () => navigation.open({ name: 'history' }),
    },
    {
      keyName: 'F9',
      label:
        props.unresolved > 0
          ? text('key.unresolvedCount', { count: props.unresolved })
          : text('key.unresolved'),
      isHere: place.name === 'unresolved',
      onPress: () => navigation.open({ name: 'unresolved' }),
    },
    {
      keyName: 'F10',
      label: text('key.lock'),
      isHere: false,
      onPress: () => lock('asked'),
    },
  ];
  // The lock loses nothing: it is there also while a payment is being sent.
  const rests = (one: BarKey): boolean => isHeld && one.keyName !== 'F10';

  useKeys(
    Object.fromEntries(keys.filter((one) => !rests(one)).map((one) => [one.keyName, one.onPress])),
  );

  return (
    <nav className={styles.keys} aria-label={text('frame.keys')}>
      {keys.map((one) => (
        <AriaButton
          key={one.keyName}
          className={styles.key ?? ''}
          onPress={one.onPress}
          isDisabled={rests(one)}
          render={withShortcut(one.keyName)}
          {...(one.isHere ? { 'aria-current': 'page' as const } : {})}
          data-key={one.keyName}
        >
          <KeyHint keyName={one.keyName} />
          <span>{one.label}</span>
        </AriaButton>
      ))}
      <p className={styles.scan} role="status">
        {unusedScan === null ? '' : text('frame.unusedScan', { code: shortened(unusedScan) })}
      </p>
    </nav>
  );
}

const BEHIND: readonly PlaceName[] = [
  'back-office',
  'shift',
  'staff',
  'daily-file',
  'audit',
  'settings',
  'backup',
  'training',
];

/** The flow that a place belongs to; null for none. */
function flowOf(place: Place): 'bill' | (typeof FLOWS)[number]['flow'] | null {
  if (place.name === 'choose') return place.flow;
  if (place.name !== 'pay') return null;
  return place.isCashOut === true ? 'cash-out' : (place.flow ?? 'bill');
}

const LONGEST_CODE = 14;

/** Enough of a code to see which one was read. */
function shortened(code: string): string {
  return code.length <= LONGEST_CODE ? code : `…${code.slice(1 - LONGEST_CODE)}`;
}
