import type { PaymentState } from '../../../shared/contract/index.ts';

/** `partly`: some payments of a basket were paid and some not. */
export type OutcomeSound = 'paid' | 'refused' | 'partly' | 'unknown';

interface Tone {
  readonly hertz: number;
  readonly at: number;
  readonly seconds: number;
}

/**
 * Distinguishable without looking and without words: paid rises, refused falls, unknown stays level
 * and sounds three times. Synthesized by the browser, so that there is no file to load.
 */
const TONES: Readonly<Record<Exclude<OutcomeSound, 'partly'>, readonly Tone[]>> = {
  paid: [
    { hertz: 660, at: 0, seconds: 0.12 },
    { hertz: 990, at: 0.13, seconds: 0.22 },
  ],
  refused: [
    { hertz: 330, at: 0, seconds: 0.18 },
    { hertz: 220, at: 0.2, seconds: 0.3 },
  ],
  unknown: [
    { hertz: 520, at: 0, seconds: 0.12 },
    { hertz: 520, at: 0.22, seconds: 0.12 },
    { hertz: 520, at: 0.44, seconds: 0.12 },
  ],
};

const VOLUME = 0.2;
/** A tone without a fade clicks. */
const FADE_SECONDS = 0.02;

let audioContext: AudioContext | null = null;

/** A computer without sound stays silent: no function depends on a sound. */
export function playSound(sound: OutcomeSound): void {
  if (typeof AudioContext === 'undefined') return;
  audioContext ??= new AudioContext();
  const audio = audioContext;
  // A browser blocks sounds until a key or button was pressed; F12 was.
  audio.resume().then(
    () => scheduleTones(audio, TONES[sound === 'partly' ? 'refused' : sound]),
    () => {},
  );
}

function scheduleTones(audio: AudioContext, tones: readonly Tone[]): void {
  for (const { hertz, at, seconds } of tones) {
    const startTime = audio.currentTime + at;
    const endTime = startTime + seconds;
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0, startTime);
    volume.gain.linearRampToValueAtTime(VOLUME, startTime + FADE_SECONDS);
    volume.gain.setValueAtTime(VOLUME, endTime - FADE_SECONDS);
    volume.gain.linearRampToValueAtTime(0, endTime);
    volume.connect(audio.destination);
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(startTime);
    tone.stop(endTime);
  }
}

/** Null while the payment is being sent. */
export function getOutcomeSound(state: PaymentState): OutcomeSound | null {
  switch (state) {
    case 'sending':
      return null;
    case 'paid':
    case 'by-hand-paid':
      return 'paid';
    case 'unknown':
    case 'unclear':
      return 'unknown';
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return 'refused';
  }
}
