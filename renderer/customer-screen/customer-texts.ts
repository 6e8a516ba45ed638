import type { CustomerView, Language } from '../../shared/contract/index.ts';
import { type CustomerKey, FIRST_LANGUAGE } from '../../shared/locales/index.ts';
import { formatMoney, type Money } from '../../shared/money/index.ts';

type Topic = Readonly<Record<string, string>>;

/** All languages at once: they are short, and the customer who asks for one is standing there. */
const topics = import.meta.glob<Topic>('../../shared/locales/*/customer-screen.json', {
  eager: true,
  import: 'default',
});

export interface CustomerTexts {
  readonly text: (key: CustomerKey, values?: Readonly<Record<string, string>>) => string;
  /** As the shop's country writes it, whichever language is spoken. */
  readonly money: (value: Money) => string;
  /** `10:42`, on the shop's clock. */
  readonly time: (instant: string, timeZone: string) => string;
}

export function createCustomerTexts(view: CustomerView): CustomerTexts {
  const said = { ...getTopic(FIRST_LANGUAGE), ...getTopic(view.language) };
  return {
    // This page is a small bundle of its own, and loads no i18next: its texts have blanks alone.
    text: (key, values = {}) =>
      (said[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? ''),
    money: (value) => formatMoney(value, view.shopLanguage, view.shopCurrency),
    time: (instant, timeZone) =>
      new Intl.DateTimeFormat(view.language, {
        timeZone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(new Date(instant)),
  };
}

function getTopic(language: Language): Topic {
  const own = Object.entries(topics).find(([file]) => file.includes(`/${language}/`));
  return own?.[1] ?? {};
}
