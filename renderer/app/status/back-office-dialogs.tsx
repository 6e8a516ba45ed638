import { hasPermission, type Permission } from '../../../shared/contract/index.ts';
import { Dialog, Notice, type ScreenAction } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { type Route, useNavigation } from '../navigation.ts';
import { useTill, useTimeFormatter } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import { formatLongDay } from './format-long-day.ts';
import type { StatusDialogProps } from './status-topic.ts';

/** An action that opens the screen where the problem can be solved, for roles that may open it. */
export function useOpenRouteAction(
  route: Route,
  permission: Permission,
  label: string,
  onClose: () => void,
) {
  const { open } = useNavigation();
  const { session } = useTill();
  const canOpen = session.cashier !== null && hasPermission(session.cashier.role, permission);
  const action: ScreenAction = {
    label,
    keyName: 'Enter',
    variant: 'primary',
    onAction: () => {
      onClose();
      open(route);
    },
  };
  return { canOpen, actions: canOpen ? [action] : [] };
}

export function DailyFileDialog(props: StatusDialogProps) {
  const text = useText();
  const language = useLanguage();
  const { days = 0, oldest = null, isLate = false } = props.status.dailyFile ?? {};
  const word = days === 0 ? 'none' : isLate ? 'missing' : 'due';
  const { canOpen, actions } = useOpenRouteAction(
    { name: 'daily-file' },
    'reconciliation',
    text('dailyFileStatus.open'),
    props.onClose,
  );
  return (
    <Dialog title={text('dailyFileStatus.title')} onClose={props.onClose} actions={actions}>
      <Notice
        tone={days === 0 ? 'info' : 'warning'}
        toneText={text(`dailyFileStatus.${word}`, { count: days })}
        title={
          oldest === null
            ? text('dailyFileStatus.none.title')
            : text(isLate ? 'dailyFileStatus.missing.title' : 'dailyFileStatus.due.title', {
                day: formatLongDay(oldest, language),
              })
        }
        action={text(canOpen ? 'dailyFileStatus.action' : 'dailyFileStatus.actionForOthers')}
      />
    </Dialog>
  );
}

export function BackupDialog(props: StatusDialogProps) {
  const text = useText();
  const timeFormatter = useTimeFormatter();
  const describe = useProblemText();
  const { backup } = props.status;
  const { canOpen, actions } = useOpenRouteAction(
    { name: 'backup', section: 'backups' },
    'backup',
    text('backup.open'),
    props.onClose,
  );
  if (backup === null) {
    return (
      <Dialog title={text('backup.title')} onClose={props.onClose}>
        <Notice tone="info" title={text('backup.resolved')} />
      </Dialog>
    );
  }
  const { title, impact, action } = describe({ kind: 'backup', reason: backup.reason });
  // The ledger concerns everybody at the counter; other problems only those who can solve them.
  const isLedger = backup.reason === 'ledger-damaged' || backup.reason === 'ledger-gone';
  const isForAll = canOpen || isLedger;
  return (
    <Dialog title={text('backup.title')} onClose={props.onClose} actions={actions}>
      <Notice
        tone="warning"
        toneText={text('backup.failed')}
        title={title}
        impact={impact}
        action={isForAll ? action : text('backup.actionForOthers')}
      >
        <p>{text('backup.lastAttempt', { at: timeFormatter.dateTime(backup.at) })}</p>
      </Notice>
    </Dialog>
  );
}

/** The disk is filling up: the computer's administrator must free space. */
export function DiskSpaceDialog(props: StatusDialogProps) {
  const text = useText();
  const language = useLanguage();
  const { light, freeMegabytes } = props.status.disk;
  const freeText = new Intl.NumberFormat(language).format(freeMegabytes);
  return (
    <Dialog title={text('disk.title')} onClose={props.onClose}>
      {light === 'room' ? (
        <Notice tone="info" title={text('disk.resolved')} />
      ) : (
        <Notice
          tone="warning"
          toneText={text(`disk.${light}`)}
          title={text(`disk.title.${light}`, { free: freeText })}
          impact={text(`disk.impact.${light}`)}
          action={text(`disk.action.${light}`)}
        />
      )}
    </Dialog>
  );
}

/** A startup request was refused: nobody at the counter has to act, and the till can sell. */
export function RejectedStartupRequestDialog(props: StatusDialogProps) {
  const text = useText();
  const describe = useProblemText();
  const { refused } = props.status;
  return (
    <Dialog title={text('refusedSettings.title')} onClose={props.onClose}>
      {refused === null ? (
        <Notice tone="info" title={text('refusedSettings.resolved')} />
      ) : (
        <Notice
          tone="warning"
          toneText={refused.option === 'machine-file' ? 'provision.json' : `--${refused.option}`}
          title={describe(refused.problem).title}
          impact={text('refusedSettings.impact')}
          action={text('refusedSettings.action')}
        />
      )}
    </Dialog>
  );
}

/** A warning about the settings for the owner; the till can sell. */
export function SettingsWarningDialog(props: StatusDialogProps) {
  const text = useText();
  const timeFormatter = useTimeFormatter();
  const { settingsEditedAt, settingsEdited, fileLeft } = props.status.warned;
  return (
    <Dialog title={text('settingsWarning.title')} onClose={props.onClose}>
      {settingsEditedAt === null ? null : (
        <Notice
          tone="warning"
          toneText={text('settingsWarning.edited')}
          title={text('settingsWarning.edited.title', {
            at: timeFormatter.dateTime(settingsEditedAt),
          })}
          impact={text('settingsWarning.edited.impact')}
          action={text('settingsWarning.edited.action')}
        >
          {settingsEdited.length === 0 ? undefined : (
            <p>{text('settingsWarning.edited.fields', { fields: settingsEdited.join(', ') })}</p>
          )}
        </Notice>
      )}
      {fileLeft === null ? null : (
        <Notice
          tone="warning"
          toneText={text('settingsWarning.file')}
          title={text('settingsWarning.file.title', { file: fileLeft })}
          impact={text('settingsWarning.file.impact')}
          action={text('settingsWarning.file.action')}
        />
      )}
    </Dialog>
  );
}

/** Without a recovery key, only the till itself can open its backups. */
export function RecoveryKeyDialog(props: StatusDialogProps) {
  const text = useText();
  const { canOpen, actions } = useOpenRouteAction(
    { name: 'backup', section: 'recovery' },
    'backup',
    text('recovery.open'),
    props.onClose,
  );
  return (
    <Dialog title={text('recovery.name')} onClose={props.onClose} actions={actions}>
      <Notice
        tone="warning"
        toneText={text('recovery.none')}
        title={text('recovery.none.title')}
        action={text(canOpen ? 'recovery.none.action' : 'recovery.none.actionForOthers')}
      />
    </Dialog>
  );
}
