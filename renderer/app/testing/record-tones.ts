import { afterEach, beforeEach, vi } from 'vitest';

/** Of every test file, because the page keeps the loudspeaker of the first one. */
const frequencies: number[] = [];

/**
 * Replaces the loudspeaker: records the frequency in hertz of each tone that the page starts,
 * oldest first.
 */
export function recordTones(): readonly number[] {
  beforeEach(() => {
    frequencies.length = 0;
    const param = () => ({ setValueAtTime: () => {}, linearRampToValueAtTime: () => {} });
    class Tone {
      frequency = { value: 0 };
      connect(): void {}
      stop(): void {}
      start(): void {
        frequencies.push(this.frequency.value);
      }
    }
    class Audio {
      currentTime = 0;
      resume = async () => {};
      createGain = () => ({ gain: param(), connect: () => {} });
      createOscillator = () => new Tone();
    }
    vi.stubGlobal('AudioContext', Audio);
  });
  afterEach(() => vi.unstubAllGlobals());
  return frequencies;
}
