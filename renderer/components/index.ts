/**
 * The pieces that every screen is made of. They take their looks from `app/tokens.css` and their
 * words from the dictionaries. Amounts are decimal strings with their currency. Nothing here calls
 * main. `Screen` and `Dialog` bind the keys of their actions; `useKeys` binds others.
 */
export type { ScreenAction } from './action-buttons.tsx';
export { Button, type ButtonProps, type ButtonVariant, withShortcut } from './button.tsx';
export { classes } from './classes.ts';
export { Dialog, type DialogProps } from './dialog.tsx';
export { Empty } from './empty.tsx';
export { type Fact, Facts, type FactsProps } from './facts.tsx';
export {
  AmountField,
  type AmountFieldProps,
  type Choice,
  ChoiceList,
  type ChoiceListProps,
  daysOf,
  FilterField,
  FilterSelect,
  type Period,
  PeriodFilter,
  TextField,
  type TextFieldProps,
} from './fields/index.ts';
export { FavouriteIcon } from './icons.tsx';
export { KeyHint } from './key-hint.tsx';
export { Money, type MoneyProps } from './money.tsx';
export { moneyWords } from './money-words.ts';
export { Notice, type NoticeProps, type NoticeTone } from './notice.tsx';
export type { Stamp } from './paper/index.ts';
export {
  type DraftRow,
  DraftTape,
  type DraftTapeProps,
  HowFar,
  type PaperAction,
  PaperNote,
  Tape,
  type TapeProps,
} from './paper/index.ts';
export { type ListRow, RowList } from './row-list.tsx';
export { Screen, type ScreenProps } from './screen.tsx';
export {
  bindingsOf,
  Covered,
  type KeyBindings,
  type KeyName,
  useKeys,
  useWhenCovered,
} from './use-keys.ts';
export { Waiting, type WaitingProps } from './waiting.tsx';
