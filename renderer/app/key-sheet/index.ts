/**
 * The list of all keys (Ctrl K, or its button in the key bar): what each key does on this screen or
 * in this dialog, and everywhere, in the words of its button. It is read from the bindings
 * themselves, so it is complete and lists no inactive key: over a dialog it omits the frame's keys.
 * A lock or another cashier closes it.
 */
export { ShortcutSheetProvider, useOpenShortcutSheet } from './key-sheet.tsx';
