/**
 * The pieces that every screen is made of. They take their looks from `app/tokens.css` and their
 * words from the dictionaries. Amounts are decimal strings with their currency. Nothing here calls
 * main. `Screen` and `Dialog` bind the keys of their actions; `useKeys` binds others.
 */
export type { ScreenAction } from './action-buttons.tsx';
export { Button, withShortcut } from './button.tsx';
export { Card, CardList } from './card-list.tsx';
export { classes } from './classes.ts';
export { dayInSentence, dayWords, totalWords } from './day-words.ts';
export { Dialog } from './dialog.tsx';
export { Empty } from './empty.tsx';
export { type Fact, Facts } from './facts.tsx';
export { fieldWords } from './field-words.ts';
export {
  AmountField,
  AmountFilter,
  type Choice,
  ChoiceList,
  daysOf,
  FilterDay,
  FilterField,
  FilterSelect,
  KindFilter,
  type Period,
  PeriodFilter,
  StateFilter,
  TextField,
} from './fields/index.ts';
export { FavouriteIcon, PaidIcon, RefusedIcon, UnknownIcon } from './icons.tsx';
export { KeyHint } from './key-hint.tsx';
export {
  KEYPAD_HOST,
  KeypadDock,
  type KeypadKind,
  useKeypadInput,
  useKeypadWatch,
} from './keypad/index.ts';
export { Money } from './money.tsx';
export { moneyWords, pieceWords } from './money-words.ts';
export { Notice } from './notice.tsx';
export type { Stamp } from './paper/index.ts';
export {
  type DraftRow,
  DraftTape,
  HowFar,
  type PaperAction,
  PaperNote,
  Tape,
} from './paper/index.ts';
export { default as patterns } from './patterns.module.css';
export { RowList } from './row-list.tsx';
export { Screen } from './screen.tsx';
export { focusScreen, focusScreenSoon, leaveButton, useScreenFocus } from './screen-focus.ts';
export { keepShopCurrency, keptShopCurrency } from './shop-currency.ts';
export {
  type BoundKey,
  boundKeys,
  Covered,
  isDialogOpen,
  KEY_SHEET,
  type KeyName,
  useKeys,
  useWhenCovered,
} from './use-keys.ts';
export { Waiting } from './waiting.tsx';
export { widthOfFigures } from './width-of-figures.ts';
export { zoneWords } from './zone-words.ts';
