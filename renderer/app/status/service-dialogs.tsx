import {
  Dialog,
  formatMoneyInSentence,
  LoadingIndicator,
  Notice,
  type ScreenAction,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useTillMutation, useTimeFormatter } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import type { StatusDialogProps } from './status-topic.ts';

const MAX_REQUEST_SECONDS = 60;

function useServiceCheck() {
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

function ServiceCheckResult(props: { readonly ask: ReturnType<typeof useServiceCheck>['ask'] }) {
  const text = useText();
  const describe = useProblemText();
  if (props.ask.isWaiting) {
    return <LoadingIndicator label={text('light.asking')} maxSeconds={MAX_REQUEST_SECONDS} />;
  }
  return props.ask.problem === null ? null : (
    <Notice tone="refused" {...describe(props.ask.problem)} />
  );
}

export function ServiceDialog(props: StatusDialogProps) {
  const text = useText();
  const clock = useTimeFormatter();
  const { ask, action } = useServiceCheck();
  const describe = useProblemText();
  const { light, reason, lastAnswerAt, clockOffSeconds } = props.status.service;
  const minutes = Math.round(Math.abs(clockOffSeconds) / 60);
  // A connection that is not safe has causes of its own, and other helpers than the network has.
  const unsafe =
    light === 'unreachable' && reason?.startsWith('tls') === true
      ? describe({ kind: 'service-unreachable', reason })
      : null;
  return (
    <Dialog title={text('service.name')} onClose={props.onClose} actions={[action]}>
      <Notice
        tone={light === 'answering' ? 'info' : 'warning'}
        word={text(`service.${light}`)}
        happened={unsafe?.happened ?? text(`service.${light}.what`, { minutes })}
        money={
          lastAnswerAt === null
            ? text('light.never')
            : text('light.last', { at: clock.dateTime(lastAnswerAt) })
        }
        next={
          unsafe === null
            ? text(`service.${light}.next`)
            : `${unsafe.next} ${text('service.unreachable.tls')}`
        }
      />
      <ServiceCheckResult ask={ask} />
    </Dialog>
  );
}

export function AccountDialog(props: StatusDialogProps) {
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  const { ask, action } = useServiceCheck();
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
            balance: formatMoneyInSentence(account.balance, language),
            at: clock.dateTime(account.at),
          })}
          {...(account.minimumBalance === null
            ? {}
            : {
                money: text('account.minimum', {
                  minimum: formatMoneyInSentence(account.minimumBalance, language),
                }),
              })}
          next={text(account.isLow ? 'account.low.next' : 'account.ok.next')}
        />
      )}
      <ServiceCheckResult ask={ask} />
    </Dialog>
  );
}
