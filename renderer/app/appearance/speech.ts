import { useSyncExternalStore } from 'react';
import type { Language } from '../../../shared/contract/index.ts';

/**
 * Speaks a sentence with a voice of this computer, instead of one that is still speaking. Stays silent
 * if there is no voice for the language: no function depends on it.
 */
export function playSpeech(sentence: string, language: Language): void {
  const voice = findVoice(language);
  if (voice === null) return;
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  stopSpeech();
  speechSynthesis.speak(utterance);
}

export function stopSpeech(): void {
  if (isSpeechSupported()) speechSynthesis.cancel();
}

/**
 * Whether this computer has a voice for the language. Calling it also makes the browser load its voices,
 * so that the first sentence is not lost.
 */
export function useHasVoice(language: Language): boolean {
  return useSyncExternalStore(subscribeToVoices, () => findVoice(language) !== null);
}

const isSpeechSupported = (): boolean => 'speechSynthesis' in window;

function subscribeToVoices(onChange: () => void): () => void {
  if (!isSpeechSupported()) return () => {};
  const voices = window.speechSynthesis;
  voices.addEventListener('voiceschanged', onChange);
  return () => voices.removeEventListener('voiceschanged', onChange);
}

/**
 * The voice of the country, or else one of the language. Only of this computer: a voice of the network
 * would send the sentence to its maker.
 */
function findVoice(language: Language): SpeechSynthesisVoice | null {
  if (!isSpeechSupported()) return null;
  const [languageCode] = language.toLowerCase().split('-');
  const voices = speechSynthesis
    .getVoices()
    .filter(({ localService }) => localService)
    .map((voice) => ({ voice, tag: voice.lang.toLowerCase().replaceAll('_', '-') }));
  const match =
    voices.find(({ tag }) => tag === language.toLowerCase()) ??
    voices.find(({ tag }) => tag.split('-')[0] === languageCode);
  return match?.voice ?? null;
}
