import { type Act, mayAct, type StatusLine } from '../../../shared/contract/index.ts';
import { formatMoney } from '../../../shared/money/index.ts';
import { Dialog, Notice, type ScreenAction, Waiting } from '../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../i18n/index.ts';
import { type Place, useNavigation } from '../navigation.ts';
import { useProblemText } from '../problem-text.ts';
import { useClock, useTill, useTillMutation, useTillQuery } from '../till/index.ts';
import { isRefreshing, listsWord } from './lights.ts';
import { PrinterDialog } from './printer-dialog.tsx';

export type StatusTopic = 'service' | 'printer' | 'account' | 'lists' | 'daily-file' | 'backup';

const LONGEST_ASK_SECONDS = 60;

interface TopicProps {
  readonly status: StatusLine;
  readonly onClose: () => void;
}

/** What a light means, in plain words, and what to do. */
export function StatusDialog(props: TopicProps & { readonly topic: StatusTopic }) {
  switch (props.topic) {
    case 'service':
      return <ServiceDialog {...props} />;
    case 'printer':
      return <PrinterDialog {...props} />;
    case 'account':
      return <AccountDialog {...props} />;
    case 'lists':
      return <ListsDialog {...props} />;
    case 'daily-file':
      return <DailyFileDialog {...props} />;
    case 'backup':
      return <BackupDialog {...props} />;
  }
}

function useAskService() {
  const text = useText();
  const ask = useTillMutation('till.askService');
  const action: ScreenAction = {
    label: text('light.ask'),
    keyName: 'Enter',
    variant: 'primary',
    isDisabled: ask.isWaiting,
    onAction: () => void ask.run({}),
  };
  return { ask, action };
}

function Asked(props: { readonly ask: ReturnType<typeof useAskService>['ask'] }) {
  const text = useText();
  const describe = useProblemText();
  if (props.ask.isWaiting) {
    return <Waiting what={text('light.asking')} longestSeconds={LONGEST_ASK_SECONDS} />;
  }
  return props.ask.problem === null ? null : (
    <Notice tone="refused" {...describe(props.ask.problem)} />
  );
}

function ServiceDialog(props: TopicProps) {
  const text = useText();
  const clock = useClock();
  const { ask, action } = useAskService();
  const { light, lastAnswerAt, clockOffSeconds } = props.status.service;
  const minutes = Math.round(Math.abs(clockOffSeconds) / 60);
  return (
    <Dialog title={text('service.name')} onClose={props.onClose} actions={[action]}>
      <Notice
        tone={light === 'answering' ? 'info' : 'warning'}
        word={text(`service.${light}`)}
        happened={text(`service.${light}.what`, { minutes })}
        money={
          lastAnswerAt === null
            ? text('light.never')
            : text('light.last', { at: clock.dateTime(lastAnswerAt) })
        }
        next={text(`service.${light}.next`)}
      />
      <Asked ask={ask} />
    </Dialog>
  );
}

function AccountDialog(props: TopicProps) {
  const text = useText();
  const language = useLanguage();
  const clock = useClock();
  const { ask, action } = useAskService();
  const { account } = props.status;
  return (
    <Dialog title={text('account.title')} onClose={props.onClose} actions={[action]}>
      {account === null ? (
        <Notice
          tone="warning"
          word={text('account.unknown')}
          happened={text('account.unknown.what')}
          next={text('account.unknown.next')}
        />
      ) : (
        <Notice
          tone={account.isLow ? 'warning' : 'info'}
          word={account.isLow ? text('account.low') : account.name}
          happened={text('account.what', {
            balance: formatMoney(account.balance, language),
            at: clock.dateTime(account.at),
          })}
          {...(account.minimumBalance === null
            ? {}
            : {
                money: text('account.minimum', {
                  minimum: formatMoney(account.minimumBalance, language),
                }),
              })}
          next={text(account.isLow ? 'account.low.next' : 'account.ok.next')}
        />
      )}
      <Asked ask={ask} />
    </Dialog>
  );
}

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

function DailyFileDialog(props: TopicProps) {
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

function BackupDialog(props: TopicProps) {
  const text = useText();
  const clock = useClock();
  const describe = useProblemText();
  const { backup } = props.status;
  const { mayOpen, actions } = useWayTo(
    { name: 'care', corner: 'backups' },
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

function ListsDialog(props: TopicProps) {
  const text = useText();
  const clock = useClock();
  const describe = useProblemText();
  const catalog = useTillQuery('catalog.state', {});
  const refresh = useTillMutation('catalog.refresh');
  const { status } = props;
  const word = listsWord(status);
  const isBusy = refresh.isWaiting || isRefreshing(catalog.value);
  const next: TextKey = status.isCatalogStale
    ? 'lists.catalogStale.next'
    : status.areRatesStale
      ? 'lists.ratesStale.next'
      : 'lists.fresh.next';
  return (
    <Dialog
      title={text('lists.title')}
      onClose={props.onClose}
      actions={[
        {
          label: text('lists.refresh'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: isBusy,
          onAction: () => void refresh.run({}).then(() => catalog.again()),
        },
      ]}
    >
      <Notice
        tone={word === 'fresh' ? 'info' : 'warning'}
        word={text(`lists.${word}`)}
        happened={
          status.catalogAt === null
            ? text('lists.catalogNone')
            : text('lists.catalog', { at: clock.dateTime(status.catalogAt) })
        }
        money={
          status.ratesAt === null
            ? text('lists.ratesNone')
            : text('lists.rates', { at: clock.dateTime(status.ratesAt) })
        }
        next={isBusy ? text('lists.refreshing') : text(next)}
      />
      {refresh.problem === null ? null : <Notice tone="refused" {...describe(refresh.problem)} />}
    </Dialog>
  );
}
