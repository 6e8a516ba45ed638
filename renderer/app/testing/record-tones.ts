import { afterEach, beforeEach, vi } from 'vitest';

/** In place of the loudspeaker: the hertz of each tone that the page began, the oldest first. */
export function recordTones(): readonly number[] {
  const heard: number[] = [];
  beforeEach(() => {
    heard.length = 0;
    const param = () => ({ setValueAtTime: () => {}, linearRampToValueAtTime: () => {} });
    class Tone {
      frequency = { value: 0 };
      connect(): void {}
      stop(): void {}
      start(): void {
        heard.push(this.frequency.value);
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
  return heard;
}
