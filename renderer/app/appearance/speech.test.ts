import { describe, expect, it, vi } from 'vitest';
import { recordSpeech } from '../testing/record-speech.ts';
import { playSpeech, stopSpeech } from './speech.ts';

describe('a spoken sentence', () => {
  const speech = recordSpeech();

  it('prefers the voice of the country to another of the language', () => {
    speech.setVoices(['en-US', 'es-ES', 'es_CO'].map((lang) => ({ lang, localService: true })));
    playSpeech('Pagado.', 'es-CO');
    playSpeech('Pagado.', 'es-MX');
    playSpeech('Paid.', 'en');
    expect(speech.sentences).toEqual(['es_CO: Pagado.', 'es-ES: Pagado.', 'en-US: Paid.']);
  });

  it.each([
    ['there is no voice', []],
    ['every voice is of another language', [{ lang: 'en-US', localService: true }]],
    ['the voice is of the network', [{ lang: 'es-MX', localService: false }]],
  ])('says nothing if %s', (_reason, voices) => {
    speech.setVoices(voices);
    playSpeech('Pagado.', 'es-MX');
    expect(speech.sentences).toEqual([]);
  });

  it('says and throws nothing in a browser without speech', () => {
    vi.unstubAllGlobals();
    expect('speechSynthesis' in window).toBe(false);
    playSpeech('Pagado.', 'es-MX');
    stopSpeech();
  });
});
