import type app from './es-MX/app.json';
import type appearance from './es-MX/appearance.json';
import type approval from './es-MX/approval.json';
import type audit from './es-MX/audit.json';
import type backOffice from './es-MX/back-office.json';
import type backups from './es-MX/backups.json';
import type basket from './es-MX/basket.json';
import type bills from './es-MX/bills.json';
import type chain from './es-MX/chain.json';
import type choose from './es-MX/choose.json';
import type claims from './es-MX/claims.json';
import type components from './es-MX/components.json';
import type customerScreen from './es-MX/customer-screen.json';
import type customers from './es-MX/customers.json';
import type dailyFile from './es-MX/daily-file.json';
import type earnings from './es-MX/earnings.json';
import type frame from './es-MX/frame.json';
import type history from './es-MX/history.json';
import type home from './es-MX/home.json';
import type keypad from './es-MX/keypad.json';
import type keys from './es-MX/keys.json';
import type lock from './es-MX/lock.json';
import type notes from './es-MX/notes.json';
import type outliers from './es-MX/outliers.json';
import type pay from './es-MX/pay.json';
import type printers from './es-MX/printers.json';
import type receipts from './es-MX/receipts.json';
import type refunds from './es-MX/refunds.json';
import type scan from './es-MX/scan.json';
import type settings from './es-MX/settings.json';
import type setup from './es-MX/setup.json';
import type shift from './es-MX/shift.json';
import type signIn from './es-MX/sign-in.json';
import type staff from './es-MX/staff.json';
import type training from './es-MX/training.json';
import type tryAgain from './es-MX/try-again.json';
import type unresolved from './es-MX/unresolved.json';
import type updates from './es-MX/updates.json';

/**
 * Code uses `waiting` with a `count` for the keys `waiting_one` and `waiting_other`, and `waiting`
 * also for `waiting_touch`, which names no keys.
 */
type WithoutPlural<Key> = Key extends `${string}_touch`
  ? never
  : Key extends `${infer Base}_one`
    ? Base
    : Key extends `${string}_other`
      ? never
      : Key;

/** The key of a text on the customer's screen. */
export type CustomerScreenTextKey = keyof typeof customerScreen;

/** The key of a text of the page. The page cannot use a topic that is not listed here. */
export type PageTextKey = WithoutPlural<
  | keyof typeof app
  | keyof typeof approval
  | keyof typeof audit
  | keyof typeof backOffice
  | keyof typeof basket
  | keyof typeof bills
  | keyof typeof backups
  | keyof typeof chain
  | keyof typeof choose
  | keyof typeof claims
  | keyof typeof components
  | keyof typeof customers
  | keyof typeof dailyFile
  | keyof typeof earnings
  | keyof typeof frame
  | keyof typeof history
  | keyof typeof home
  | keyof typeof keypad
  | keyof typeof keys
  | keyof typeof lock
  | keyof typeof notes
  | keyof typeof appearance
  | keyof typeof outliers
  | keyof typeof pay
  | keyof typeof printers
  | keyof typeof receipts
  | keyof typeof refunds
  | keyof typeof scan
  | keyof typeof settings
  | keyof typeof setup
  | keyof typeof shift
  | keyof typeof signIn
  | keyof typeof staff
  | keyof typeof training
  | keyof typeof tryAgain
  | keyof typeof unresolved
  | keyof typeof updates
>;
