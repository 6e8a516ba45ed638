/**
 * The on-screen keypad, for a till without a keyboard: digits for PINs, accounts and counts,
 * amounts with their decimal separator, and letters with ñ and accents for names. A field opts in
 * by its kind (`useKeypadInput`); the fields of `components/fields` do so. A `KeypadDock` reserves
 * space where it is shown: it overlaps nothing, and so never covers the field.
 *
 * - A tap inserts into the field as a key does (`beforeinput`, `input`), and Enter and Esc are the
 *   screen's own keys. A tap is not a keyboard event, so fast taps are not taken for a scanner.
 * - It appears after a touch, and disappears when a key of a real keyboard is pressed; a scanner's
 *   keys, which follow each other closely, do not hide it. The till's setting can be always or
 *   never.
 * - It changes only after a tap has ended, and stays while its field is on the screen, regardless
 *   of the focus, so that no button moves beneath a finger.
 * - Fields that are rarely typed into, such as searches and filters, show it when they are tapped.
 */
export { KEYPAD_HOST_ATTRIBUTE, KeypadDock } from './keypad-dock.tsx';
export type { KeypadKind } from './keypad-store.ts';
export { useKeypadInput } from './use-keypad-input.ts';
export { useOpenKeypadOnFocus } from './use-open-keypad-on-focus.ts';
