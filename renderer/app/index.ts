/**
 * What features take from the application: the typed client and its hooks, where the cashier is,
 * and the tape's side of the counter. Problems come back as values; amounts are decimal strings with
 * their currency; times are ISO 8601 in UTC and are written in the shop's time zone (`useClock`).
 */
export { type KeyBindings, KeyHint, type KeyName, useKeys } from '../components/index.ts';
export { ApprovalDialog, type ApprovalDialogProps, isApprovalNeeded } from './approval/index.ts';
export { createTillClient, type TillClient } from './client.ts';
export { Banner, Counter, useMainNow, useMoment } from './frame/index.ts';
export { LanguageSwitch } from './language-switch.tsx';
export { type May, mayBy, useMay } from './may.ts';
export { createNavigation, type Place, type PlaceName, useNavigation } from './navigation.ts';
export { PlainPage } from './plain-page.tsx';
export { useProblemText } from './problem-text.ts';
export { referenceOf, useScan } from './scanner/index.ts';
export { TapeSlot } from './tape-slot.tsx';
export {
  type TillMutation,
  type TillQuery,
  useCall,
  useForgetPapers,
  useKeepTillState,
  useTillClient,
  useTillEvent,
  useTillMutation,
  useTillQuery,
} from './till.tsx';
export { type ShopClock, useClock, useTill } from './till-state.tsx';
export { useWhileHere } from './while-here.ts';
