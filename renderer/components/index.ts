/**
 * The components of every screen. Their design values come from `app/tokens.css` and their texts
 * from the dictionaries. Amounts are decimal strings with their currency. Nothing here calls main.
 * `Screen` and `Dialog` bind the keys of their actions; `useKeyBindings` binds others.
 */
export type { ScreenAction } from './action-buttons.tsx';
export { computeAmountWidthEm } from './amount-width.ts';
export { Button, withAriaKeyShortcut } from './button.tsx';
export { Card, CardList } from './card-list.tsx';
export { classNames } from './class-names.ts';
export { Dialog } from './dialog.tsx';
export { EmptyState } from './empty-state.tsx';
export { type Fact, Facts } from './facts.tsx';
export {
  AmountField,
  AmountFilter,
  type Choice,
  ChoiceList,
  DateFilter,
  MoreFilters,
  PaymentKindFilter,
  PaymentStateFilter,
  PeriodFilter,
  type PeriodSelection,
  SelectFilter,
  TextField,
  TextFilter,
  toDayRange,
} from './fields/index.ts';
export {
  formatDay,
  formatDayInSentence,
  formatDayRange,
  formatWeekdayInSentence,
} from './format-day.ts';
export { formatFieldNames } from './format-field-names.ts';
export {
  formatDenominationInSentence,
  formatMoneyInSentence,
  formatMoneyList,
} from './format-money-in-sentence.ts';
export { formatTimeZone } from './format-time-zone.ts';
export { FavouriteIcon, PaidIcon, RefusedIcon, UnknownIcon, WarningIcon } from './icons.tsx';
export { KeyHint } from './key-hint.tsx';
export {
  KEYPAD_HOST_ATTRIBUTE,
  KeypadDock,
  type KeypadKind,
  useKeypadInput,
  useOpenKeypadOnFocus,
} from './keypad/index.ts';
export { LoadingIndicator } from './loading-indicator.tsx';
export { Money } from './money.tsx';
export { Notice } from './notice.tsx';
export type { TapeStamp } from './paper/index.ts';
export {
  DraftTape,
  type DraftTapeRow,
  type PaperAction,
  PaperActionBar,
  PrintProgress,
  Tape,
} from './paper/index.ts';
export { default as patterns } from './patterns.module.css';
export { RowList } from './row-list.tsx';
export { Screen } from './screen.tsx';
export {
  releaseButtonFocus,
  restoreScreenFocus,
  scheduleScreenFocusRestore,
  useTrackScreenFocus,
} from './screen-focus.ts';
export { getShopCurrency, useSetShopCurrency } from './shop-currency.ts';
export { type NoticeTone, ToneLabel } from './tone-label.tsx';
export { useAreKeysAccepted, useHasElapsed } from './use-are-keys-accepted.ts';
export {
  type BoundKey,
  IsPageLockedContext,
  isDialogOpen,
  KEY_SHEET_ATTRIBUTE,
  type KeyName,
  listBoundKeys,
  useKeyBindings,
  useOnLock,
} from './use-keys.ts';
