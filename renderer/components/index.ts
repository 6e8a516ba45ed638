/**
 * The pieces that every screen is made of. They take their looks from `app/tokens.css` and their
 * words from the dictionaries; amounts are decimal strings with their currency; nothing here calls
 * main. Keys: `Screen` and `Dialog` bind the keys of their actions, `useKeys` binds others.
 */
export type { ScreenAction } from './action-buttons.tsx';
export { AmountField, type AmountFieldProps } from './amount-field.tsx';
export { Button, type ButtonProps, type ButtonVariant, withShortcut } from './button.tsx';
export { type Choice, ChoiceList, type ChoiceListProps } from './choice-list.tsx';
export { classes } from './classes.ts';
export { Dialog, type DialogProps } from './dialog.tsx';
export { type DraftRow, DraftTape, type DraftTapeProps } from './draft-tape.tsx';
export { Empty } from './empty.tsx';
export { type Fact, Facts, type FactsProps } from './facts.tsx';
export { FilterField, FilterSelect, PeriodFilter } from './filters.tsx';
export { HowFar } from './how-far.tsx';
export { FavouriteIcon } from './icons.tsx';
export { KeyHint } from './key-hint.tsx';
export { Money, type MoneyProps } from './money.tsx';
export { moneyWords } from './money-words.ts';
export { Notice, type NoticeProps, type NoticeTone } from './notice.tsx';
export { type PaperAction, PaperNote } from './paper-note.tsx';
export { daysOf, type Period } from './period.ts';
export { type ListRow, RowList } from './row-list.tsx';
export { Screen, type ScreenProps } from './screen.tsx';
export { Tape, type TapeProps } from './tape.tsx';
export type { Stamp } from './tape-paper.tsx';
export { TextField, type TextFieldProps } from './text-field.tsx';
export {
  bindingsOf,
  Covered,
  type KeyBindings,
  type KeyName,
  useKeys,
  useWhenCovered,
} from './use-keys.ts';
export { Waiting, type WaitingProps } from './waiting.tsx';
