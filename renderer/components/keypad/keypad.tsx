import { type ReactNode, useState } from 'react';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import { classes } from '../classes.ts';
import styles from './keypad.module.css';
import { type Accent, keysOf, type Layer, letterOf, type PadKey } from './layouts.ts';
import { ClearIcon, EraseIcon, HideIcon, ShiftIcon, SpaceIcon } from './pad-icons.tsx';
import { changeKeypad, type KeypadField, padOf } from './store.ts';
import { clear, erase, insert, pressEnter } from './type-into.ts';

type Shift = 'off' | 'once' | 'locked';

/** The keys for one kind of field. No key takes the focus: it stays in the field. */
export function Keypad(props: { readonly field: KeypadField }) {
  const { element, kind } = props.field;
  const text = useText();
  const language = useLanguage();
  const [layer, setLayer] = useState<Layer>('letters');
  const [shift, setShift] = useState<Shift>('off');
  const [accent, setAccent] = useState<Accent>('none');
  const [of, setOf] = useState(element);
  if (of !== element) {
    setOf(element);
    setLayer('letters');
    setShift('off');
    setAccent('none');
  }

  const press = (key: PadKey): void => {
    switch (key.kind) {
      case 'text':
        insert(element, letterOf(key.text, shift !== 'off', accent));
        setAccent('none');
        if (shift === 'once') setShift('off');
        break;
      case 'erase':
        erase(element);
        break;
      case 'clear':
        clear(element);
        break;
      case 'enter':
        pressEnter(element);
        break;
      case 'space':
        insert(element, ' ');
        break;
      case 'hide':
        changeKeypad({ wish: { element, isWanted: false } });
        break;
      case 'shift':
        setShift(nextOf(shift, ['off', 'once', 'locked']));
        break;
      case 'accent':
        setAccent(nextOf(accent, ['none', 'acute', 'diaeresis']));
        break;
      case 'layer':
        setLayer(key.layer);
    }
  };
  const isPressed = (key: PadKey): boolean | undefined => {
    if (key.kind === 'shift') return shift !== 'off';
    return key.kind === 'accent' ? accent !== 'none' : undefined;
  };

  return (
    <fieldset className={styles.pad} data-pad={padOf(kind)} aria-label={text('keypad.label')}>
      {placed(keysOf(kind, layer, decimalOf(language))).map(([place, key]) => (
        <button
          key={`${layer}-${place}`}
          type="button"
          tabIndex={-1}
          className={classes(styles.key, key.kind !== 'text' && styles.act)}
          data-act={key.kind}
          data-span={key.span ?? 1}
          {...('rows' in key ? { 'data-rows': key.rows } : {})}
          {...(key.kind === 'text' ? {} : { 'aria-label': text(`keypad.${nameOf(key)}`) })}
          aria-pressed={isPressed(key)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => press(key)}
        >
          {key.kind === 'text'
            ? letterOf(key.text, shift !== 'off', accent)
            : faceOf(text, key, shift, accent)}
        </button>
      ))}
    </fieldset>
  );
}

/** Keys stay where they are: their places name them. */
function placed(keys: readonly PadKey[]): readonly (readonly [number, PadKey])[] {
  return keys.map((key, place) => [place, key]);
}

function nextOf<Value>(now: Value, values: readonly [Value, ...Value[]]): Value {
  return values[values.indexOf(now) + 1] ?? values[0];
}

function nameOf(key: Exclude<PadKey, { kind: 'text' }>) {
  return key.kind === 'layer' ? (`layer.${key.layer}` as const) : key.kind;
}

function faceOf(
  text: Text,
  key: Exclude<PadKey, { kind: 'text' }>,
  shift: Shift,
  accent: Accent,
): ReactNode {
  switch (key.kind) {
    case 'erase':
      return <EraseIcon />;
    case 'clear':
      return <ClearIcon />;
    case 'enter':
      return text('keypad.enter');
    case 'space':
      return <SpaceIcon />;
    case 'hide':
      return <HideIcon />;
    case 'shift':
      return <ShiftIcon isLocked={shift === 'locked'} />;
    case 'accent':
      return accent === 'diaeresis' ? '¨' : '´';
    case 'layer':
      return { letters: 'abc', figures: '123', signs: '[ ]' }[key.layer];
  }
}

/** The decimal sign as people of this language write it. */
function decimalOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
