import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from '../../shared/contract/index.ts';
import { pageTexts, type Text } from './page-texts.ts';

interface Spoken {
  readonly language: Language;
  readonly text: Text;
}

const SpokenContext = createContext<Spoken | null>(null);

export function TextProvider(props: { readonly language: Language; readonly children: ReactNode }) {
  const { language } = props;
  const spoken = useMemo<Spoken>(() => ({ language, text: pageTexts(language) }), [language]);
  return (
    <SpokenContext value={spoken}>
      <I18nProvider locale={language}>{props.children}</I18nProvider>
    </SpokenContext>
  );
}

function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext);
  if (spoken === null) throw new Error('useText outside of a TextProvider');
  return spoken;
}

/** The typed text function: a key that no topic has does not compile. */
export function useText(): Text {
  return useSpoken().text;
}

/** The language of the page; also the locale that amounts and times are written in. */
export function useLanguage(): Language {
  return useSpoken().language;
}
