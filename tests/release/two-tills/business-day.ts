import type { DayZones } from './till-program.ts';

/**
 * A business day that ends when the test wants it to: in the first zone it has just begun, and in the
 * other one it ends in some minutes. No step depends on how long the steps before it took.
 */
export interface BusinessDay {
  /** `2026-11-21`; the date in UTC at the start of the test. */
  readonly day: string;
  readonly openZones: DayZones;
  /** Lets the day end soon; its file is due a minute later. */
  end(): { readonly endZones: DayZones; readonly midnight: number };
  /** The name of the day's file; once it has an end. */
  getFileName(): string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Longer than changing the settings takes, for a file that waits; a slower test still passes. */
const MINUTES_TO_MIDNIGHT = 2;
const UPLOAD_HOUR = 4;

export function createBusinessDay(): BusinessDay {
  const day = new Date().toISOString().slice(0, 10);
  const startMs = Date.parse(`${day}T00:00:00Z`);
  /** The zone in which this moment is this many minutes after the day began. */
  const createZone = (timeMs: number, minutes: number): string =>
    formatOffset(minutes - Math.floor((timeMs - startMs) / MINUTE_MS));
  const uploadTime = `0${UPLOAD_HOUR}:00`;
  const firstZone = createZone(Date.now(), 30);
  let dueAt: number | null = null;
  return {
    day,
    openZones: { timeZone: firstZone, uploadTime, uploadZone: firstZone },
    end: () => {
      const midnight = (Math.ceil(Date.now() / MINUTE_MS) + MINUTES_TO_MIDNIGHT) * MINUTE_MS;
      dueAt = midnight + MINUTE_MS;
      const timeZone = createZone(midnight, DAY_MINUTES);
      const uploadZone = createZone(dueAt, UPLOAD_HOUR * 60);
      return { midnight, endZones: { timeZone, uploadTime, uploadZone } };
    },
    getFileName: () => {
      const date = new Date(dueAt ?? 0).toISOString().slice(0, 10).replaceAll('-', '');
      return `lupita_${date}.txt`;
    },
  };
}

/** `minutes` may be a day too many or too few: the same hour of another date. */
function formatOffset(minutes: number): string {
  const size = Math.abs(minutes) % DAY_MINUTES;
  const hours = Math.floor(size / 60);
  const pad = (number: number): string => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(size % 60)}`;
}
