import { type Act, mayAct } from '../../../shared/contract/index.ts';
import { Dialog, Notice, type ScreenAction } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { type Place, useNavigation } from '../navigation.ts';
import { useProblemText } from '../problem-text.ts';
import { useClock, useTill } from '../till/index.ts';
import type { TopicProps } from './topic.ts';

/** Leads to the room where it can be mended, for whoever may enter. */
function useWayTo(room: Place, act: Act, label: string, onClose: () => void) {
  const { open } = useNavigation();
  const { session } = useTill();
  const mayOpen = session.cashier !== null && mayAct(session.cashier.role, act);
  const action: ScreenAction = {
    label,
    keyName: 'Enter',
    variant: 'primary',
    onAction: () => {
      onClose();
      open(room);
    },
  };
  return { mayOpen, actions: mayOpen ? [action] : [] };
}

export function DailyFileDialog(props: TopicProps) {
  const text = useText();
  const language = useLanguage();
  const { days = 0, oldest = null } = props.status.dailyFile ?? {};
  const { mayOpen, actions } = useWayTo(
    { name: 'daily-file' },
    'reconciliation',
    text('dayFile.open'),
    props.onClose,
  );
  return (
    <Dialog title={text('dayFile.title')} onClose={props.onClose} actions={actions}>
      <Notice
        tone={days === 0 ? 'info' : 'warning'}
        word={text(days === 0 ? 'dayFile.none' : 'dayFile.missing', { count: days })}
        happened={
          oldest === null
            ? text('dayFile.none.what')
            : text('dayFile.missing.what', {
                day: new Intl.DateTimeFormat(language, {
                  timeZone: 'UTC',
                  dateStyle: 'long',
                }).format(new Date(`${oldest}T00:00:00Z`)),
              })
        }
        next={text(mayOpen ? 'dayFile.next' : 'dayFile.tell')}
      />
    </Dialog>
  );
}

export function BackupDialog(props: TopicProps) {
  const text = useText();
  const clock = useClock();
  const describe = useProblemText();
  const { backup } = props.status;
  const { mayOpen, actions } = useWayTo(
    { name: 'backup', corner: 'backups' },
    'backup',
    text('backup.open'),
    props.onClose,
  );
  if (backup === null) {
    return (
      <Dialog title={text('backup.title')} onClose={props.onClose}>
        <Notice tone="info" happened={text('backup.past')} />
      </Dialog>
    );
  }
  const { happened, money, next } = describe({ kind: 'backup', reason: backup.reason });
  // A damaged ledger stops whoever is at the counter; the rest is for whoever can mend it.
  const isForAll = mayOpen || backup.reason === 'ledger-damaged';
  return (
    <Dialog title={text('backup.title')} onClose={props.onClose} actions={actions}>
      <Notice
        tone="warning"
        word={text('backup.failed')}
        happened={happened}
        money={money}
        next={isForAll ? next : text('backup.tell')}
      >
        <p>{text('backup.since', { at: clock.dateTime(backup.at) })}</p>
      </Notice>
    </Dialog>
  );
}
