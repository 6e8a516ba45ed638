import type { ReactNode } from 'react';
import type { AccountForecast } from '../../../shared/contract/index.ts';
import { toDay } from '../../../shared/dates/index.ts';
import {
  classNames,
  formatDenominationInSentence,
  formatWeekdayInSentence,
  WarningIcon,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useTill, useTillQuery, useTimeFormatter } from '../till/index.ts';
import styles from './account-forecast.module.css';

/** A smaller margin is not worth a word. */
const MAX_SILENT_MARGIN_MINUTES = 30;

/** Whether the balance ends before the shop closes today. */
export function hasForecastWarning(forecast: AccountForecast | null): boolean {
  return forecast?.kind === 'ends-today' || forecast?.kind === 'used-up';
}

/** How long the account lasts, and what to transfer; null without a forecast. */
export function useAccountForecastTexts(forecast: AccountForecast | null): {
  readonly lasts: string;
  readonly transfer: string | null;
} | null {
  const text = useText();
  const language = useLanguage();
  const timeFormatter = useTimeFormatter();
  const { timeZone, hasChain } = useTill();
  if (forecast === null) return null;
  const describeEnd = (): string => {
    switch (forecast.kind) {
      case 'too-little-history':
        return text('account.lasts.unclear');
      case 'used-up':
        return text('account.lasts.usedUp');
      case 'ends-today': {
        const time = timeFormatter.time(forecast.endsAt);
        const minutes = Math.ceil(forecast.marginMinutes / 10) * 10;
        return minutes > MAX_SILENT_MARGIN_MINUTES
          ? text('account.lasts.about', { time, minutes })
          : text('account.lasts.today', { time });
      }
      case 'lasts-today': {
        if (forecast.endsAt === null) return text('account.lasts.week');
        const day = toDay(Date.parse(forecast.endsAt), timeZone);
        return text('account.lasts.later', {
          day: formatWeekdayInSentence(day, language),
          time: timeFormatter.time(forecast.endsAt),
        });
      }
    }
  };
  const isCertain = forecast.kind === 'too-little-history' || forecast.kind === 'used-up';
  return {
    lasts: [describeEnd(), hasChain && !isCertain ? text('account.otherTills') : '']
      .join(' ')
      .trim(),
    transfer: describeTransfer(),
  };

  function describeTransfer(): string | null {
    if (forecast === null || forecast.kind === 'too-little-history') return null;
    if (forecast.transfer === null) return null;
    const { amount, coveredDay, isToday } = forecast.transfer;
    const formatted = formatDenominationInSentence(amount, language);
    return isToday
      ? text('account.transfer.today', { amount: formatted })
      : text('account.transfer.later', {
          amount: formatted,
          day: formatWeekdayInSentence(coveredDay, language),
        });
  }
}

/**
 * Returns a line about how long the account lasts: quiet, unless it ends today. Null without a forecast,
 * with too little history, and while the account lasts longer than a week.
 */
export function useAccountForecastLine(): ReactNode {
  const forecast = useTillQuery('till.status', {}).value?.account?.forecast ?? null;
  const texts = useAccountForecastTexts(forecast);
  if (texts === null || !isWorthALine(forecast)) return null;
  const isWarning = hasForecastWarning(forecast);
  return (
    <p
      className={classNames(styles.forecast, isWarning ? styles.warning : undefined)}
      role="status"
    >
      {isWarning ? <WarningIcon /> : null}
      <span className={styles.text}>
        {[texts.lasts, texts.transfer].filter((sentence) => sentence !== null).join(' ')}
      </span>
    </p>
  );
}

function isWorthALine(forecast: AccountForecast | null): boolean {
  if (forecast === null || forecast.kind === 'too-little-history') return false;
  return forecast.kind !== 'lasts-today' || forecast.endsAt !== null;
}
