/**
 * What features take from the application: the typed client and its hooks, where the cashier is,
 * and the tape's side of the counter. Problems come back as values; amounts are decimal strings with
 * their currency; times are ISO 8601 in UTC and are written in the shop's time zone (`useClock`).
 *
 * Who stands where is one small store (`navigation.ts`). What an answer of main brings about on a
 * screen is done only while that screen is there (`useWhileHere`): a late answer moves nobody.
 */
export { type KeyBindings, KeyHint, type KeyName, useKeys } from '../components/index.ts';
export { ApprovalDialog, type ApprovalDialogProps, isApprovalNeeded } from './approval/index.ts';
export { Banner, Counter } from './frame/index.ts';
export { LanguageSwitch } from './language-switch.tsx';
export { createNavigation, type Place, type PlaceName, useNavigation } from './navigation.ts';
export { PlainPage } from './plain-page.tsx';
export { ProblemNotice } from './problem-notice.tsx';
export { useProblemText } from './problem-text.ts';
export { referenceOf, useScan } from './scanner/index.ts';
export { serviceMessage } from './service-message.ts';
export { TapeSlot } from './tape-slot.tsx';
export {
  createTillClient,
  type May,
  mayBy,
  type ShopClock,
  type TillClient,
  type TillMutation,
  type TillQuery,
  useCall,
  useClock,
  useForgetPapers,
  useKeepTillState,
  useMainNow,
  useMay,
  useMoment,
  useTill,
  useTillClient,
  useTillEvent,
  useTillMutation,
  useTillQuery,
} from './till/index.ts';
export { useWhileHere } from './while-here.ts';
