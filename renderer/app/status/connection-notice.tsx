import { assertNever, type StatusLine } from '../../../shared/contract/index.ts';
import { Button, Notice, useKeys } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import { useTillMutation, useTillQuery, useTimeFormatter } from '../till/index.ts';

export interface ConnectionNoticeProps {
  /** Where it is shown: what may still be done differs. */
  readonly isAtHome?: boolean;
  readonly isAtConfirm?: boolean;
}

/**
 * That nothing can be sent now, said before the customer's money is taken. The till only believes
 * it, so nothing is blocked: F1 asks now, and so does F12 before it sends.
 */
export function ConnectionNotice(props: ConnectionNoticeProps) {
  const service = useTillQuery('till.status', {}).value?.service;
  return service === undefined || !isSendingUnlikely(service.light) ? null : (
    <ConnectionLostNotice service={service} {...props} />
  );
}

function ConnectionLostNotice(
  props: ConnectionNoticeProps & { readonly service: StatusLine['service'] },
) {
  const { light, lastAnswerAt } = props.service;
  const text = useText();
  const clock = useTimeFormatter();
  const ask = useTillMutation('till.askService');
  const onAsk = (): void => {
    if (!ask.isWaiting) void ask.run({});
  };
  useKeys({ F1: { label: text('connection.ask'), onAction: onAsk } });
  const lost =
    lastAnswerAt === null
      ? text('connection.never')
      : text('connection.lost', { time: clock.dateTime(lastAnswerAt) });
  const isUnreachable = light === 'unreachable';
  return (
    <Notice
      tone="warning"
      word={text(`service.${light}`)}
      happened={isUnreachable ? lost : text(`service.${light}.what`)}
      money={text('connection.takeNone')}
      next={text(isUnreachable ? getActionTextKey(props) : `service.${light}.next`)}
    >
      <div>
        <Button keyHint="F1" onPress={onAsk} isDisabled={ask.isWaiting}>
          {text(ask.isWaiting ? 'connection.asking' : 'connection.ask')}
        </Button>
      </div>
    </Notice>
  );
}

function getActionTextKey(props: ConnectionNoticeProps): TextKey {
  if (props.isAtConfirm === true) return 'connection.next.confirm';
  return props.isAtHome === true ? 'connection.next.home' : 'connection.next.form';
}

/** Whether a payment would not get to the service, as far as the till knows. */
function isSendingUnlikely(light: StatusLine['service']['light']): boolean {
  switch (light) {
    case 'unreachable':
    case 'keys-refused':
    case 'no-keys':
    case 'not-ready':
      return true;
    case 'answering':
    case 'not-asked':
    case 'slow':
    case 'clock-off':
    case 'dates-differ':
    case 'unreadable':
      return false;
    default:
      return assertNever(light);
  }
}
