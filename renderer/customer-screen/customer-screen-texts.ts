import type { CustomerScreenView, Language } from '../../shared/contract/index.ts';
import { type CustomerScreenTextKey, DEFAULT_LANGUAGE } from '../../shared/locales/index.ts';
import { formatMoney, type Money } from '../../shared/money/index.ts';

type Topic = Readonly<Record<string, string>>;

/** All languages are bundled: they are short, and a customer must not wait for a switch. */
const topics = import.meta.glob<Topic>('../../shared/locales/*/customer-screen.json', {
  eager: true,
  import: 'default',
});

export interface CustomerScreenTexts {
  readonly text: (key: CustomerScreenTextKey, values?: Readonly<Record<string, string>>) => string;
  /** Formatted for the shop's country, regardless of the page's language. */
  readonly money: (value: Money) => string;
  /** `10:42`, in the given time zone. */
  readonly time: (instant: string, timeZone: string) => string;
}

export function createCustomerScreenTexts(view: CustomerScreenView): CustomerScreenTexts {
  const texts = { ...getTopic(DEFAULT_LANGUAGE), ...getTopic(view.language) };
  return {
    // This page is a small separate bundle without i18next: its texts have only placeholders.
    text: (key, values = {}) =>
      (texts[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? ''),
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
  const ownTopic = Object.entries(topics).find(([file]) => file.includes(`/${language}/`));
  return ownTopic?.[1] ?? {};
}
