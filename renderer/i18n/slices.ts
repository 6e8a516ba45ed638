import { dictionary as approval } from '../app/approval/dictionary.ts';
import { dictionary as app } from '../app/dictionary.ts';
import { dictionary as frame } from '../app/frame/dictionary.ts';
import { dictionary as lock } from '../app/lock/dictionary.ts';
import { dictionary as components } from '../components/dictionary.ts';
import { dictionary as audit } from '../features/audit/dictionary.ts';
import { dictionary as backOffice } from '../features/back-office/dictionary.ts';
import { dictionary as bills } from '../features/bills/dictionary.ts';
import { dictionary as care } from '../features/care/dictionary.ts';
import { dictionary as choose } from '../features/choose/dictionary.ts';
import { dictionary as dailyFile } from '../features/daily-file/dictionary.ts';
import { dictionary as history } from '../features/history/dictionary.ts';
import { dictionary as home } from '../features/home/dictionary.ts';
import { dictionary as pay } from '../features/pay/dictionary.ts';
import { dictionary as settings } from '../features/settings/dictionary.ts';
import { dictionary as setup } from '../features/setup/dictionary.ts';
import { dictionary as shift } from '../features/shift/dictionary.ts';
import { dictionary as signIn } from '../features/sign-in/dictionary.ts';
import { dictionary as staff } from '../features/staff/dictionary.ts';
import { dictionary as training } from '../features/training/dictionary.ts';
import { dictionary as unresolved } from '../features/unresolved/dictionary.ts';

/** Every feature's slice, one line each. Keys are flat and begin with the feature's name. */
export const slices = [
  training,
  signIn,
  setup,
  app,
  components,
  frame,
  home,
  pay,
  approval,
  lock,
  choose,
  bills,
  history,
  unresolved,
  backOffice,
  shift,
  staff,
  dailyFile,
  audit,
  settings,
  care,
] as const;

type KeyOf<Slice> = Slice extends { readonly 'es-MX': Readonly<Record<infer Key, string>> }
  ? Key
  : never;

/** `unresolved_one` and `unresolved_other` are asked for as `unresolved`, with a `count`. */
type WithoutPlural<Key> = Key extends `${infer Base}_one`
  ? Base
  : Key extends `${string}_other`
    ? never
    : Key;

/** A key of any slice. */
export type TextKey = WithoutPlural<KeyOf<(typeof slices)[number]>> & string;
