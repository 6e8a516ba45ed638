import { createContext, useContext, useMemo } from 'react';
import type { TillState } from '../../../shared/contract/index.ts';
import { useLanguage } from '../../i18n/index.ts';

export const TillStateContext = createContext<TillState | null>(null);

/**
 * Shop, POS number, currency, environment, capabilities and session. Throws outside the
 * application.
 */
export function useTill(): TillState {
  const state = useContext(TillStateContext);
  if (state === null) throw new Error('useTill outside of the application');
  return state;
}

/** Formats times of the contract in the shop's time zone and the page's language. */
export interface TimeFormatter {
  /** `10:42` */
  readonly time: (instant: string) => string;
  /** `21 nov 2026, 10:42` */
  readonly dateTime: (instant: string) => string;
  /** `21 nov` */
  readonly day: (instant: string) => string;
}

export function useTimeFormatter(): TimeFormatter {
  const { timeZone } = useTill();
  const language = useLanguage();
  return useMemo(() => {
    const createFormat = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(language, { timeZone, ...options });
      return (instant: string) => formatter.format(new Date(instant));
    };
    const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return {
      time: createFormat(hours),
      dateTime: createFormat({ day: 'numeric', month: 'short', year: 'numeric', ...hours }),
      day: createFormat({ day: 'numeric', month: 'short' }),
    };
  }, [language, timeZone]);
}
