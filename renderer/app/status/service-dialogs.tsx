import { describeConnectionFault } from '../../../shared/i18n/index.ts';
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
import { hasForecastWarning, useAccountForecastTexts } from './account-forecast.tsx';
import type { StatusDialogProps } from './status-topic.ts';

const MAX_REQUEST_SECONDS = 60;

function useServiceCheck() {
  const text = useText();
  const check = useTillMutation('till.checkService');
  const action: ScreenAction = {
    label: text('status.ask'),
    keyName: 'Enter',
    variant: 'primary',
    isDisabled: check.isPending,
    onAction: () => void check.run({}),
  };
  return { check, action };
}

function ServiceCheckResult(props: {
  readonly check: ReturnType<typeof useServiceCheck>['check'];
}) {
  const text = useText();
  const describe = useProblemText();
  if (props.check.isPending) {
    return <LoadingIndicator label={text('status.asking')} maxSeconds={MAX_REQUEST_SECONDS} />;
  }
  return props.check.problem === null ? null : (
    <Notice tone="refused" {...describe(props.check.problem)} />
  );
}

export function ServiceDialog(props: StatusDialogProps) {
  const text = useText();
  const timeFormatter = useTimeFormatter();
  const { check, action } = useServiceCheck();
  const describe = useProblemText();
  const { light, reason, fault, lastAnswerAt, clockOffSeconds } = props.status.service;
  const language = useLanguage();
  const minutes = Math.round(Math.abs(clockOffSeconds) / 60);
  // A TLS failure has other causes than a network failure, and other people solve it.
  const tlsProblemText =
    light === 'unreachable' && reason?.startsWith('tls') === true
      ? describe({ kind: 'service-unreachable', reason })
      : null;
  return (
    <Dialog title={text('service.name')} onClose={props.onClose} actions={[action]}>
      <Notice
        tone={light === 'answering' ? 'info' : 'warning'}
        toneText={text(`service.${light}`)}
        title={tlsProblemText?.title ?? text(`service.${light}.title`, { minutes })}
        impact={
          lastAnswerAt === null
            ? text('status.never')
            : text('status.last', { at: timeFormatter.dateTime(lastAnswerAt) })
        }
        action={
          fault !== null
            ? describeConnectionFault(fault, language)
            : tlsProblemText === null
              ? text(`service.${light}.action`)
              : `${tlsProblemText.action} ${text('service.unreachable.tlsImpact')}`
        }
      />
      <ServiceCheckResult check={check} />
    </Dialog>
  );
}

export function ServiceAccountDialog(props: StatusDialogProps) {
  const text = useText();
  const language = useLanguage();
  const timeFormatter = useTimeFormatter();
  const { check, action } = useServiceCheck();
  const { account } = props.status;
  const forecastTexts = useAccountForecastTexts(account?.forecast ?? null);
  const minimum = account?.minimumBalance ?? null;
  const minimumText =
    minimum === null
      ? null
      : text('account.minimum', { minimum: formatMoneyInSentence(minimum, language) });
  const impact = [minimumText, forecastTexts?.lasts].filter((words) => words != null).join(' ');
  return (
    <Dialog title={text('account.title')} onClose={props.onClose} actions={[action]}>
      {account === null ? (
        <Notice
          tone="warning"
          toneText={text('account.unknown')}
          title={text('account.unknown.title')}
          action={text('account.unknown.action')}
        />
      ) : (
        <Notice
          tone={account.isLow || hasForecastWarning(account.forecast) ? 'warning' : 'info'}
          toneText={account.isLow ? text('account.low') : account.name}
          title={text('account.balance', {
            balance: formatMoneyInSentence(account.balance, language),
            at: timeFormatter.dateTime(account.at),
          })}
          {...(impact === '' ? {} : { impact })}
          action={
            forecastTexts?.transfer ??
            text(account.isLow ? 'account.low.action' : 'account.ok.action')
          }
        />
      )}
      <ServiceCheckResult check={check} />
    </Dialog>
  );
}
