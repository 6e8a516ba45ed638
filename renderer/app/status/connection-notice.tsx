import { assertNever, type StatusLine } from '../../../shared/contract/index.ts';
import { describeConnectionFault } from '../../../shared/i18n/index.ts';
import { Button, Notice, useKeyBindings } from '../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../i18n/index.ts';
import { useTillMutation, useTillQuery, useTimeFormatter } from '../till/index.ts';

export interface ConnectionNoticeProps {
  /** The screen on which it is shown, because the possible actions differ. */
  readonly isOnHomeScreen?: boolean;
  readonly isOnConfirmScreen?: boolean;
}

/**
 * Warns that nothing can be sent now, before the customer's money is taken. The state may be
 * outdated, so nothing is blocked: F1 checks now, and so does F12 before it sends.
 */
export function ConnectionNotice(props: ConnectionNoticeProps) {
  const service = useTillQuery('till.status', {}).value?.service;
  return service === undefined || !isSendingUnlikely(service) ? null : (
    <ConnectionLostNotice service={service} {...props} />
  );
}

function ConnectionLostNotice(
  props: ConnectionNoticeProps & { readonly service: StatusLine['service'] },
) {
  const { light, lastAnswerAt, fault } = props.service;
  const language = useLanguage();
  const text = useText();
  const timeFormatter = useTimeFormatter();
  const serviceCheck = useTillMutation('till.checkService');
  const checkService = (): void => {
    if (!serviceCheck.isPending) void serviceCheck.run({});
  };
  useKeyBindings({ F1: { label: text('connection.ask'), onAction: checkService } });
  const lostText =
    lastAnswerAt === null
      ? text('connection.never')
      : text('connection.lost', { time: timeFormatter.dateTime(lastAnswerAt) });
  const isUnreachable = light === 'unreachable';
  return (
    <Notice
      tone="warning"
      toneText={text(`service.${light}`)}
      // The sentence below says more, and a small screen has no room for both.
      {...(fault === null
        ? { title: isUnreachable ? lostText : text(`service.${light}.title`) }
        : {})}
      impact={text('connection.takeNoMoney')}
      action={
        fault === null
          ? text(isUnreachable ? getActionTextKey(props) : `service.${light}.action`)
          : describeConnectionFault(fault, language)
      }
    >
      <div>
        <Button keyHint="F1" onPress={checkService} isDisabled={serviceCheck.isPending}>
          {text(serviceCheck.isPending ? 'connection.asking' : 'connection.ask')}
        </Button>
      </div>
    </Notice>
  );
}

function getActionTextKey(props: ConnectionNoticeProps): TextKey {
  if (props.isOnConfirmScreen === true) return 'connection.action.confirm';
  return props.isOnHomeScreen === true ? 'connection.action.home' : 'connection.action.form';
}

/**
 * Whether a payment would probably not reach the service, as far as the till knows: then the notice is
 * shown.
 */
export function isSendingUnlikely({
  light,
  fault,
}: Pick<StatusLine['service'], 'light' | 'fault'>): boolean {
  switch (light) {
    case 'unreachable':
    case 'keys-refused':
    case 'no-keys':
    case 'not-ready':
      return true;
    case 'clock-off':
      // Without a fault the service answers, and the till corrects the time.
      return fault?.kind === 'clock';
    case 'answering':
    case 'not-asked':
    case 'slow':
    case 'dates-differ':
    case 'unreadable':
      return false;
    default:
      return assertNever(light);
  }
}
