import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from '../../shared/contract/index.ts';
import { DEFAULT_LANGUAGE } from '../../shared/locales/index.ts';
import { useIsTouchInput } from './last-input.ts';
import { getTextFunction, hasLoadedTexts, loadTexts, type TextFunction } from './page-texts.ts';

interface LanguageContextValue {
  readonly language: Language;
  readonly text: TextFunction;
}

const LanguageContext = createContext<LanguageContextValue | null>(null);

/**
 * Provides another language once its texts are loaded, and the previous one until then. If they
 * cannot be loaded, the fallback of `getTextFunction` is used.
 */
export function TextProvider(props: { readonly language: Language; readonly children: ReactNode }) {
  const requestedLanguage = props.language;
  const [lastLanguage, setLastLanguage] = useState<Language>(
    hasLoadedTexts(requestedLanguage) ? requestedLanguage : DEFAULT_LANGUAGE,
  );
  useEffect(() => {
    let isCurrent = true;
    const switchLanguage = (): void => {
      if (isCurrent) setLastLanguage(requestedLanguage);
    };
    loadTexts(requestedLanguage).then(switchLanguage, switchLanguage);
    return () => {
      isCurrent = false;
    };
  }, [requestedLanguage]);
  const language = hasLoadedTexts(requestedLanguage) ? requestedLanguage : lastLanguage;
  const isTouch = useIsTouchInput();
  const contextValue = useMemo<LanguageContextValue>(
    () => ({ language, text: getTextFunction(language, isTouch) }),
    [language, isTouch],
  );
  return (
    <LanguageContext value={contextValue}>
      <I18nProvider locale={language}>{props.children}</I18nProvider>
    </LanguageContext>
  );
}

function useLanguageContext(): LanguageContextValue {
  const contextValue = useContext(LanguageContext);
  if (contextValue === null) throw new Error('useText outside of a TextProvider');
  return contextValue;
}

/** The typed text function: an unknown key does not compile. */
export function useText(): TextFunction {
  return useLanguageContext().text;
}

/** The language of the page, which is also the locale for amounts and times. */
export function useLanguage(): Language {
  return useLanguageContext().language;
}
