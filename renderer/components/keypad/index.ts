/**
 * The keypad on the screen, for a till without a keyboard: digits for PINs, accounts and counts,
 * amounts with their decimal sign, and letters with ñ and accents for names. A field opts in by its
 * kind (`useKeypadInput`); the fields of `components/fields` have done so. Where it is drawn, a
 * `KeypadDock` makes room for it: it lies over nothing, and so never covers the field.
 *
 * - A tap inserts into the field as a key does (`beforeinput`, `input`), and Enter and Esc are the
 *   screen's own keys. None of it is a key of a keyboard, so no fast hand is taken for a scanner.
 * - It appears once somebody has tapped with a finger, and goes when a key of a real keyboard is
 *   pressed; a scanner's keys, which follow each other at once, send nothing away. The till's
 *   setting may say always or never.
 * - It changes only after a tap is over, and stays while its field is on the screen, wherever the
 *   focus goes: no button moves away beneath a finger.
 * - Fields that are only sometimes typed into, searches and filters, get it when they are tapped.
 */
export { KEYPAD_HOST_ATTRIBUTE, KeypadDock } from './keypad-dock.tsx';
export type { KeypadKind } from './keypad-store.ts';
export { useKeypadInput } from './use-keypad-input.ts';
export { useKeypadWatch } from './use-keypad-watch.ts';
