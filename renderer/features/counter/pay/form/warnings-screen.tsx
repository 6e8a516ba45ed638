import type { ReactNode } from 'react';
import { assertNever, type OrderWarning } from '../../../../../shared/contract/index.ts';
import {
  getPaymentStateTextKey,
  useProblemText,
  useTillQuery,
  useTimeFormatter,
  useTimeWithDayFormatter,
} from '../../../../app/index.ts';
import {
  ChoiceList,
  Facts,
  formatMoneyInSentence,
  Notice,
  Screen,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import type { SaleKind, StepProps } from '../flow/index.ts';
import { findUndecidedWarning } from '../flow/index.ts';
import { ShortDrawerScreen } from './short-drawer-screen.tsx';

/** One warning at a time. A possible duplicate is decided by choosing, never by a plain Enter. */
export function WarningsScreen(props: StepProps<'warnings'>) {
  const warning = findUndecidedWarning(props.step);
  if (warning === null) return null;
  switch (warning.kind) {
    case 'looks-like-earlier':
      return <EarlierPaymentScreen {...props} warning={warning} />;
    case 'paid-elsewhere':
      return <OtherTillPaymentScreen {...props} warning={warning} />;
    case 'in-basket':
      return <InBasketScreen {...props} warning={warning} />;
    case 'drawer-short':
      return <ShortDrawerScreen {...props} warning={warning} />;
    case 'code-on-screen':
      return <CodeOnScreen {...props} warning={warning} />;
    case 'large-amount':
    case 'stale-rate':
      return <ConfirmWarningScreen {...props} warning={warning} />;
    default:
      return assertNever(warning);
  }
}

/** The texts that ask about a payment, each in the words of its kind. */
const QUESTION_TEXTS = {
  bill: '',
  'top-up': '.top-up',
  'gift-card': '.gift-card',
  'cash-out': '.cash-out',
} as const;

/** Only a cash-out differs: nothing is charged, and money would be handed out. */
const MONEY_TEXTS = { ...QUESTION_TEXTS, 'top-up': '', 'gift-card': '' } as const;

/** A cash-out never goes into a basket. */
const BASKET_TEXTS = { ...QUESTION_TEXTS, 'cash-out': '' } as const;

function EarlierPaymentScreen(
  props: StepProps<'warnings'> & {
    readonly warning: OrderWarning & { kind: 'looks-like-earlier' };
  },
) {
  const { dispatch, press, warning } = props;
  const { kind } = props.step.draft;
  const ofKind = QUESTION_TEXTS[kind];
  const ofMoney = MONEY_TEXTS[kind];
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const language = useLanguage();
  const earlierPayment = useTillQuery('payments.get', { paymentId: warning.paymentId }).value;
  const time = formatMoment(warning.at);
  const amount = formatMoneyInSentence(warning.amount, language);
  return (
    <SameOrOtherChoice kind={kind} dispatch={dispatch} press={press}>
      <Notice
        tone="warning"
        title={
          warning.isSameAmount
            ? text(`pay.decide.sameAmount${ofKind}`, { time })
            : text(`pay.decide.otherAmount${ofKind}`, { time, amount })
        }
        impact={text(`pay.decide.impact${ofMoney}`)}
        action={text(`pay.decide.action${ofMoney}`)}
      >
        {earlierPayment === undefined ? null : (
          <Facts
            label={text(`pay.decide.earlier${ofKind}`)}
            isInline
            facts={[
              {
                name: text(`pay.decide.earlier${ofKind}`),
                value: `${amount} · ${earlierPayment.accountShown}`,
              },
              {
                name: text('unresolved.cashier'),
                value: `${earlierPayment.cashierName}, ${time} · ${text(getPaymentStateTextKey(earlierPayment))}`,
              },
            ]}
          />
        )}
      </Notice>
    </SameOrOtherChoice>
  );
}

/** The customer's basket already contains this account. */
function InBasketScreen(
  props: StepProps<'warnings'> & { readonly warning: OrderWarning & { kind: 'in-basket' } },
) {
  const { dispatch, press, warning } = props;
  const { kind } = props.step.draft;
  const ofKind = BASKET_TEXTS[kind];
  const text = useText();
  const language = useLanguage();
  return (
    <SameOrOtherChoice kind={kind} dispatch={dispatch} press={press}>
      <Notice
        tone="warning"
        title={
          warning.isSameAmount
            ? text(`basket.decide.same${ofKind}`)
            : text(`basket.decide.other${ofKind}`, {
                amount: formatMoneyInSentence(warning.amount, language),
              })
        }
        impact={text('pay.decide.impact')}
        action={text(`basket.decide.action${ofKind}`)}
      />
    </SameOrOtherChoice>
  );
}

/** A payment by another shop of the chain; this till has no more data about it. */
function OtherTillPaymentScreen(
  props: StepProps<'warnings'> & {
    readonly warning: OrderWarning & { kind: 'paid-elsewhere' };
  },
) {
  const { dispatch, press, warning } = props;
  const { kind } = props.step.draft;
  const ofKind = QUESTION_TEXTS[kind];
  const ofMoney = MONEY_TEXTS[kind];
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const language = useLanguage();
  const { shop, posNumber, isPaid, isSameAmount } = warning;
  const values = {
    shop,
    time: formatMoment(warning.at),
    amount: formatMoneyInSentence(warning.amount, language),
  };
  return (
    <SameOrOtherChoice kind={kind} dispatch={dispatch} press={press}>
      <Notice
        tone="warning"
        title={text(
          isSameAmount ? `pay.decide.otherShopSame${ofKind}` : `pay.decide.otherShopOther${ofKind}`,
          values,
        )}
        impact={text(`pay.decide.impact${ofMoney}`)}
        action={text(`pay.decide.otherShopAction${ofKind}`)}
      >
        <Facts
          label={text(`pay.decide.earlier${ofKind}`)}
          isInline
          facts={[
            {
              name: text('pay.decide.where'),
              value: `${text('pay.decide.shopAndTill', { shop, posNumber })} · ${text(
                getPaymentStateTextKey({ kind, state: isPaid ? 'paid' : 'unknown' }),
              )}`,
            },
          ]}
        />
      </Notice>
    </SameOrOtherChoice>
  );
}

/** Shows the earlier payment. The first choice pays nothing. */
function SameOrOtherChoice(
  props: Pick<StepProps<'warnings'>, 'dispatch' | 'press'> & {
    readonly kind: SaleKind;
    readonly children: ReactNode;
  },
) {
  const { dispatch, press, children } = props;
  const ofKind = QUESTION_TEXTS[props.kind];
  const text = useText();
  return (
    <Screen
      title={text(`pay.decide.earlierTitle${ofKind}`)}
      actions={[{ label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') }]}
    >
      {children}
      <ChoiceList
        label={text(`pay.decide.earlierTitle${ofKind}`)}
        isAutoFocused
        choices={[
          {
            id: 'stop',
            name: text(`pay.decide.same${ofKind}`),
            detail: text('pay.decide.sameDetail'),
          },
          {
            id: 'go-on',
            name: text(`pay.decide.other${ofKind}`),
            detail: text(`pay.decide.otherDetail${ofKind}`),
          },
        ]}
        onChoose={(choice) => dispatch({ type: 'decided', choice })}
      />
    </Screen>
  );
}

/** The printer cannot print the code of a gift card: it would be on the screen only. */
function CodeOnScreen(
  props: StepProps<'warnings'> & { readonly warning: OrderWarning & { kind: 'code-on-screen' } },
) {
  const { press, warning } = props;
  const text = useText();
  const describe = useProblemText();
  const { title } = describe({ kind: 'printer', reason: warning.reason });
  return (
    <Screen
      title={text('pay.decide.codeTitle')}
      actions={[
        { label: text('pay.back'), keyName: 'Escape', onAction: () => press('back') },
        {
          label: text('pay.decide.codeConfirm'),
          keyName: 'Enter',
          onAction: () => press('enter'),
          variant: 'primary',
        },
      ]}
    >
      <Notice
        tone="warning"
        title={title}
        impact={text('pay.decide.codeImpact')}
        action={text('pay.decide.codeAction')}
      />
    </Screen>
  );
}

function ConfirmWarningScreen(
  props: StepProps<'warnings'> & {
    readonly warning: Extract<OrderWarning, { kind: 'large-amount' | 'stale-rate' }>;
  },
) {
  const { step, press, warning } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const { kind } = step.draft;
  const isLarge = warning.kind === 'large-amount';
  return (
    <Screen
      title={text(isLarge ? 'pay.decide.largeTitle' : 'pay.decide.staleTitle')}
      actions={[
        {
          label: text(isLarge ? 'pay.decide.correct' : 'pay.back'),
          keyName: 'Escape',
          onAction: () => press('back'),
        },
        {
          label: text(isLarge ? 'pay.decide.confirm' : 'pay.continue'),
          keyName: 'Enter',
          onAction: () => press('enter'),
          variant: 'primary',
        },
      ]}
    >
      <Notice
        tone="warning"
        title={
          warning.kind === 'large-amount'
            ? text(`pay.decide.large${QUESTION_TEXTS[kind]}`, {
                amount: formatMoneyInSentence(step.order.amount, language),
                usd: formatMoneyInSentence(warning.usd, language),
              })
            : text('pay.decide.stale', { date: clock.dateTime(warning.fetchedAt) })
        }
        impact={text(`pay.decide.impact${MONEY_TEXTS[kind]}`)}
        action={text(
          isLarge ? 'pay.decide.largeAction' : `pay.decide.staleAction${MONEY_TEXTS[kind]}`,
        )}
      />
    </Screen>
  );
}
