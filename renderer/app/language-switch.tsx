import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { classNames } from '../components/index.ts';
import { getLanguageName, useLanguage, useText } from '../i18n/index.ts';
import styles from './language-switch.module.css';
import { useSetTillState, useTillMutation } from './till/index.ts';

/** Shows each language under its own name. Main stores the choice, for the whole till. */
export function LanguageSwitch() {
  const text = useText();
  const language = useLanguage();
  const setTillState = useSetTillState();
  const setLanguage = useTillMutation('till.setLanguage');
  return (
    <ToggleButtonGroup
      className={classNames(styles.options)}
      aria-label={text('app.language')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[language]}
      onSelectionChange={(selectedKeys) => {
        const next = LANGUAGES.find((supported) => selectedKeys.has(supported));
        if (next === undefined || next === language) return;
        void setLanguage.run({ language: next }).then((response) => {
          if (response.ok) setTillState(response.value);
        });
      }}
    >
      {LANGUAGES.map((supported) => (
        <ToggleButton
          key={supported}
          id={supported}
          className={classNames(styles.option)}
          lang={supported}
        >
          {getLanguageName(supported)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
