import { afterEach, beforeEach, vi } from 'vitest';

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>;

export const MEXICAN_VOICE: Voice = { lang: 'es-MX', localService: true };

/** What the page said, with a voice: `lang: sentence`. */
export interface RecordedSpeech {
  readonly sentences: readonly string[];
  /** The installed voices; `es-MX` at the start of each test. */
  setVoices(voices: readonly Voice[]): void;
}

/** Replaces the voices of the computer. A voice that has no end, as the page hears nothing of it. */
export function recordSpeech(): RecordedSpeech {
  const sentences: string[] = [];
  let voices: readonly Voice[] = [];
  const listeners = new Set<() => void>();
  beforeEach(() => {
    sentences.length = 0;
    voices = [MEXICAN_VOICE];
    class Utterance {
      voice: Voice | null = null;
      lang = '';
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
    vi.stubGlobal('speechSynthesis', {
      getVoices: () => [...voices],
      cancel: () => {},
      speak: ({ voice, text }: Utterance) => sentences.push(`${voice?.lang}: ${text}`),
      addEventListener: (_event: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_event: string, listener: () => void) => listeners.delete(listener),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  return {
    sentences,
    setVoices: (newVoices) => {
      voices = newVoices;
      for (const listener of listeners) listener();
    },
  };
}
