/**
 * The sheet of all keys (Ctrl K, or its button in the bar of keys): what each key does on this screen
 * or in this dialog, and everywhere, in the words of its button. It is read from the bindings
 * themselves, so no key is missing and none is told of that does nothing: over a dialog, not those of
 * the frame. A lock or another cashier closes it.
 */
export { KeySheetProvider, useOpenKeySheet } from './key-sheet.tsx';
