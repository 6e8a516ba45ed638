import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { classNames } from '../components/index.ts';
import { getLanguageName, useLanguage, useText } from '../i18n/index.ts';
import styles from './language-switch.module.css';
import { useSetTillState, useTillMutation } from './till/index.ts';

/** Each language under its own name. Main keeps the choice, for the whole till. */
export function LanguageSwitch() {
  const text = useText();
  const language = useLanguage();
  const keep = useSetTillState();
  const setLanguage = useTillMutation('till.setLanguage');
  return (
    <ToggleButtonGroup
      className={classNames(styles.options)}
      aria-label={text('app.language')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[language]}
      onSelectionChange={(chosen) => {
        const next = LANGUAGES.find((one) => chosen.has(one));
        if (next === undefined || next === language) return;
        void setLanguage.run({ language: next }).then((answer) => {
          if (answer.ok) keep(answer.value);
        });
      }}
    >
      {LANGUAGES.map((one) => (
        <ToggleButton key={one} id={one} className={classNames(styles.option)} lang={one}>
          {getLanguageName(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
