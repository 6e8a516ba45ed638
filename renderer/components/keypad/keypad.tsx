import { type ReactNode, useState } from 'react';
import { type TextFunction, useLanguage, useText } from '../../i18n/index.ts';
import { classNames } from '../class-names.ts';
import {
  type Accent,
  getKeypadKeys,
  type KeypadKey,
  type KeypadLayer,
  toTypedLetter,
} from './key-layouts.ts';
import styles from './keypad.module.css';
import {
  getKeypadLayout,
  type KeypadField,
  type TextInputElement,
  updateKeypad,
} from './keypad-store.ts';
import { ClearIcon, EraseIcon, HideIcon, ShiftIcon, SpaceIcon } from './pad-icons.tsx';

type Shift = 'off' | 'once' | 'locked';

/** The keys for one kind of field. A key never takes the focus: it stays in the field. */
export function Keypad(props: { readonly field: KeypadField }) {
  const { element, kind } = props.field;
  const text = useText();
  const language = useLanguage();
  const [layer, setLayer] = useState<KeypadLayer>('letters');
  const [shift, setShift] = useState<Shift>('off');
  const [accent, setAccent] = useState<Accent>('none');
  const [currentElement, setCurrentElement] = useState(element);
  if (currentElement !== element) {
    setCurrentElement(element);
    setLayer('letters');
    setShift('off');
    setAccent('none');
  }

  const press = (key: KeypadKey): void => {
    switch (key.kind) {
      case 'text':
        insertText(element, toTypedLetter(key.text, shift !== 'off', accent));
        setAccent('none');
        if (shift === 'once') setShift('off');
        break;
      case 'erase':
        deleteBackward(element);
        break;
      case 'clear':
        clearField(element);
        break;
      case 'enter':
        pressEnter(element);
        break;
      case 'space':
        insertText(element, ' ');
        break;
      case 'hide':
        updateKeypad({ lastRequest: { element, isWanted: false } });
        break;
      case 'shift':
        setShift(getNext(shift, ['off', 'once', 'locked']));
        break;
      case 'accent':
        setAccent(getNext(accent, ['none', 'acute', 'diaeresis']));
        break;
      case 'layer':
        setLayer(key.layer);
    }
  };
  const isPressed = (key: KeypadKey): boolean | undefined => {
    if (key.kind === 'shift') return shift !== 'off';
    return key.kind === 'accent' ? accent !== 'none' : undefined;
  };

  return (
    <fieldset
      className={styles.keypad}
      data-pad={getKeypadLayout(kind)}
      aria-label={text('keypad.label')}
    >
      {withPositions(getKeypadKeys(kind, layer, getDecimalSeparator(language))).map(
        ([position, key]) => (
          <button
            key={`${layer}-${position}`}
            type="button"
            tabIndex={-1}
            className={classNames(styles.key, key.kind !== 'text' && styles.actionKey)}
            data-act={key.kind}
            data-span={key.span ?? 1}
            {...('rows' in key ? { 'data-rows': key.rows } : {})}
            {...(key.kind === 'text'
              ? {}
              : { 'aria-label': text(`keypad.${getKeyLabelKey(key)}`) })}
            aria-pressed={isPressed(key)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => press(key)}
          >
            {key.kind === 'text'
              ? toTypedLetter(key.text, shift !== 'off', accent)
              : renderKeyFace(text, key, shift, accent)}
          </button>
        ),
      )}
    </fieldset>
  );
}

/** Keys do not move, so their positions identify them. */
function withPositions(keys: readonly KeypadKey[]): readonly (readonly [number, KeypadKey])[] {
  return keys.map((key, position) => [position, key]);
}

function getNext<Value>(current: Value, values: readonly [Value, ...Value[]]): Value {
  return values[values.indexOf(current) + 1] ?? values[0];
}

function getKeyLabelKey(key: Exclude<KeypadKey, { kind: 'text' }>) {
  return key.kind === 'layer' ? (`layer.${key.layer}` as const) : key.kind;
}

function renderKeyFace(
  text: TextFunction,
  key: Exclude<KeypadKey, { kind: 'text' }>,
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

/** The decimal separator of this language. */
function getDecimalSeparator(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/**
 * The edits of a tap. The browser itself inserts and deletes, as for a key: with the selection, the
 * maximum length and the events of a key.
 */
function insertText(field: TextInputElement, text: string): void {
  field.focus();
  document.execCommand('insertText', false, text);
}

function deleteBackward(field: TextInputElement): void {
  field.focus();
  document.execCommand('delete');
}

function clearField(field: TextInputElement): void {
  field.focus();
  field.select();
  document.execCommand('delete');
}

/** Dispatches Enter, which is the screen's own key. */
function pressEnter(field: TextInputElement): void {
  field.focus();
  field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
}
