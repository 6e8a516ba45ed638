import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from '../../shared/contract/index.ts';
import { FIRST_LANGUAGE } from '../../shared/locales/index.ts';
import { getTextFunction, hasTexts, loadTexts, type TextFunction } from './page-texts.ts';

interface LanguageContextValue {
  readonly language: Language;
  readonly text: TextFunction;
}

const LanguageContext = createContext<LanguageContextValue | null>(null);

/**
 * Speaks another language once its texts are here, and what it spoke before until then. If they
 * cannot be read, the fallback of `getTextFunction` is used.
 */
export function TextProvider(props: { readonly language: Language; readonly children: ReactNode }) {
  const asked = props.language;
  const [last, setLast] = useState<Language>(hasTexts(asked) ? asked : FIRST_LANGUAGE);
  useEffect(() => {
    let isWanted = true;
    const speak = (): void => {
      if (isWanted) setLast(asked);
    };
    loadTexts(asked).then(speak, speak);
    return () => {
      isWanted = false;
    };
  }, [asked]);
  const language = hasTexts(asked) ? asked : last;
  const spoken = useMemo<LanguageContextValue>(
    () => ({ language, text: getTextFunction(language) }),
    [language],
  );
  return (
    <LanguageContext value={spoken}>
      <I18nProvider locale={language}>{props.children}</I18nProvider>
    </LanguageContext>
  );
}

function useLanguageContext(): LanguageContextValue {
  const spoken = useContext(LanguageContext);
  if (spoken === null) throw new Error('useText outside of a TextProvider');
  return spoken;
}

/** The typed text function: an unknown key does not compile. */
export function useText(): TextFunction {
  return useLanguageContext().text;
}

/** The language of the page, which is also the locale for amounts and times. */
export function useLanguage(): Language {
  return useLanguageContext().language;
}
