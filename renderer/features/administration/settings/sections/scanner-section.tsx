import { useRef, useState } from 'react';
import {
  ProblemNotice,
  TapeSlot,
  useBillScanHandler,
  useNavigation,
  useSaveFile,
  useScannedKeys,
  useTill,
  useTillMutation,
} from '../../../../app/index.ts';
import { Facts, Notice, Screen, Tape } from '../../../../components/index.ts';
import { type TextFunction, useText } from '../../../../i18n/index.ts';
import type { SettingsSectionProps } from '../save-notice.tsx';
import { formatBillCodeCount } from '../section-list.ts';
import { checkScanner, type ScannedKey, type ScannerFindings } from './check-scanner.ts';

/**
 * The scanner check: a printed sheet whose codes show how the scanner is set. And the collectors in
 * the settings, which a file changes; the taught ones have their own page.
 */
export function ScannerSection(props: SettingsSectionProps) {
  const text = useText();
  const { open } = useNavigation();
  const { environment } = useTill();
  const printSheet = useTillMutation('printing.printScannerSheet');
  const saveSheet = useTillMutation('printing.saveScannerSheet');
  const saved = useSaveFile('settings.scanner.saved');
  const save = async (): Promise<void> => {
    const answer = await saveSheet.run({});
    if (answer.ok) saved.show(answer.value);
  };
  const problem = printSheet.problem ?? saveSheet.problem;
  const { findings, hasScanned } = useScannerFindings();
  return (
    <Screen
      title={text('settings.scanner.title')}
      hint={text('settings.scanner.checkHint')}
      actions={[
        { label: text('settings.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('settings.scanner.open'),
          keyName: 'Control+O',
          onAction: () => open({ name: 'bill-codes' }),
        },
        {
          label: text('settings.scanner.print'),
          keyName: 'Control+P',
          isDisabled: printSheet.isPending,
          onAction: () => void printSheet.run({}),
        },
        {
          label: text('settings.scanner.save'),
          keyName: 'Control+G',
          isDisabled: saveSheet.isPending,
          onAction: () => void save(),
        },
      ]}
    >
      {printSheet.value === undefined ? null : (
        <TapeSlot>
          <Tape
            lines={printSheet.value.lines}
            columns={printSheet.value.columns}
            environment={environment}
          />
        </TapeSlot>
      )}
      {problem === null ? saved.notice : <ProblemNotice problem={problem} />}
      {hasScanned ? (
        <FindingsFacts findings={findings} />
      ) : (
        <Notice tone="info" title={text('settings.scanner.scan')} />
      )}
      {findings.some(({ isNumLockMissing }) => isNumLockMissing) ? (
        <Notice
          tone="warning"
          title={text('settings.scanner.numLock')}
          action={text('settings.scanner.numLockAction')}
        />
      ) : null}
      {hasScanned && findings.every(({ testCode }) => testCode === null) ? (
        <Notice tone="warning" title={text('settings.scanner.unknown')} />
      ) : null}
      <p>{formatBillCodeCount(props.effectiveSettings, text)}</p>
    </Screen>
  );
}

/** The findings of the last scan of each test code. */
function useScannerFindings(): {
  readonly findings: readonly ScannerFindings[];
  readonly hasScanned: boolean;
} {
  const keys = useRef<ScannedKey[]>([]);
  const [byCode, setByCode] = useState<Readonly<Record<string, ScannerFindings>>>({});
  useScannedKeys((event) => {
    keys.current.push({
      key: event.key,
      code: event.code,
      hasModifier: event.ctrlKey || event.altKey || event.metaKey,
      isCapsLockOn: event.getModifierState('CapsLock'),
      isNumLockOn: event.getModifierState('NumLock'),
      atMs: event.timeStamp,
    });
    // A scan is shorter; a person's keys before it are not a part of it.
    keys.current = keys.current.filter(({ atMs }) => event.timeStamp - atMs < 2_000);
  });
  useBillScanHandler(() => {
    const findings = checkScanner(keys.current);
    keys.current = [];
    setByCode((current) => ({ ...current, [findings.testCode ?? 'none']: findings }));
    return true;
  });
  const findings = Object.values(byCode);
  return { findings, hasScanned: findings.length > 0 };
}

function FindingsFacts(props: { readonly findings: readonly ScannerFindings[] }) {
  const text = useText();
  const letters = props.findings.find(({ testCode }) => testCode === 'letters');
  const fields = props.findings.find(({ testCode }) => testCode === 'fields');
  const last = fields ?? letters ?? props.findings[0];
  if (last === undefined) return null;
  const untested = text('settings.scanner.untested');
  return (
    <Facts
      label={text('settings.scanner.title')}
      facts={[
        {
          name: text('settings.scanner.layout'),
          value: letters?.layout ? text(`settings.scanner.layout.${letters.layout}`) : untested,
        },
        { name: text('settings.scanner.caps'), value: formatCaps(letters, text) ?? untested },
        {
          name: text('settings.scanner.separator'),
          value: fields?.separator
            ? text(`settings.scanner.separator.${fields.separator}`)
            : untested,
        },
        {
          name: text('settings.scanner.prefix'),
          value: last.prefix === '' ? text('settings.scanner.prefix.none') : last.prefix,
        },
        {
          name: text('settings.scanner.suffix'),
          value: text(`settings.scanner.suffix.${last.suffix}`),
        },
        {
          name: text('settings.scanner.speed'),
          value: text(
            last.keyIntervalMs > MAX_KEY_INTERVAL_MS
              ? 'settings.scanner.speed.slow'
              : 'settings.scanner.speed.good',
            { ms: last.keyIntervalMs },
          ),
        },
      ]}
    />
  );
}

/** Slower keys are not recognized as a scanner's. */
const MAX_KEY_INTERVAL_MS = 40;

function formatCaps(letters: ScannerFindings | undefined, text: TextFunction): string | null {
  if (letters === undefined || letters.hasSwappedCase === null) return null;
  return text(
    letters.hasSwappedCase || letters.isCapsLockOn
      ? 'settings.scanner.caps.on'
      : 'settings.scanner.caps.off',
  );
}
