/**
 * The till's appearance and sounds: theme and text size from the settings, and a sound and a
 * spoken sentence for the outcome of a payment. They belong to the till and not to a cashier, because every cashier reads
 * the sign-in, and a till has one loudspeaker.
 */

export { useAnnounceOutcome } from './announce-outcome.ts';
export { previewAppearance, useApplyAppearance } from './appearance.ts';
export { getOutcomeSound, type OutcomeSound, playSound } from './sounds.ts';
export { playSpeech, stopSpeech, useHasVoice } from './speech.ts';
