/**
 * How the till looks and sounds: theme and size of letters, as the settings say, and a sound for how a
 * payment ended. All three are the till's and not a cashier's: the sign-in is read by everybody, and a
 * till has one loudspeaker.
 */
export { previewAppearance, useAppearance } from './appearance.ts';
export { getOutcomeSound, type OutcomeSound, playSound, useOutcomeSound } from './sounds.ts';
