import { useContext, useEffect, useRef } from 'react';
import type { PaymentState } from '../../../shared/contract/index.ts';
import { CoveredContext } from '../../components/index.ts';
import { useTill } from '../till/index.ts';

export type OutcomeSound = 'paid' | 'refused' | 'unknown';

interface Tone {
  readonly hertz: number;
  readonly at: number;
  readonly seconds: number;
}

/**
 * Told apart without looking and without words: paid rises, refused falls, unknown stays where it is
 * and comes three times. Made by the browser, so that there is no file to load.
 */
const TONES: Readonly<Record<OutcomeSound, readonly Tone[]>> = {
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
/** A tone that begins or ends at once clicks. */
const FADE_SECONDS = 0.02;

let audioContext: AudioContext | null = null;

/** A computer without sound stays silent: nothing depends on being heard. */
export function playSound(sound: OutcomeSound): void {
  if (typeof AudioContext === 'undefined') return;
  audioContext ??= new AudioContext();
  const audio = audioContext;
  // A browser holds sounds back until somebody has pressed something; F12 was.
  audio.resume().then(
    () => scheduleTones(audio, TONES[sound]),
    () => {},
  );
}

function scheduleTones(audio: AudioContext, tones: readonly Tone[]): void {
  for (const { hertz, at, seconds } of tones) {
    const begin = audio.currentTime + at;
    const end = begin + seconds;
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(VOLUME, begin + FADE_SECONDS);
    volume.gain.setValueAtTime(VOLUME, end - FADE_SECONDS);
    volume.gain.linearRampToValueAtTime(0, end);
    volume.connect(audio.destination);
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(begin);
    tone.stop(end);
  }
}

/** Null while it is on its way. */
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

/**
 * Heard once, when it becomes so before the cashier's eyes; not beneath the lock, and not what was so
 * before it was read (undefined until then).
 */
export function useOutcomeSound(outcome: OutcomeSound | null | undefined): void {
  const { sounds } = useTill();
  const isCovered = useContext(CoveredContext);
  const before = useRef(outcome);
  useEffect(() => {
    if (outcome === undefined || before.current === outcome) return;
    const wasRead = before.current !== undefined;
    before.current = outcome;
    if (outcome !== null && wasRead && sounds && !isCovered) playSound(outcome);
  }, [outcome, sounds, isCovered]);
}
