import { toDay } from '../../../shared/dates/index.ts';
import { useTill, useTimeFormatter } from './till-state.tsx';
import { useMainProcessTimeMs } from './use-main-time.ts';

/** Formats a time of today as `10:42`, and one of another day as `10:42 (21 nov)`. */
export function useTimeWithDayFormatter(): (instant: string) => string {
  const timeFormatter = useTimeFormatter();
  const { timeZone } = useTill();
  const today = toDay(useMainProcessTimeMs(), timeZone);
  return (instant) => {
    const time = timeFormatter.time(instant);
    return toDay(Date.parse(instant), timeZone) === today
      ? time
      : `${time} (${timeFormatter.day(instant)})`;
  };
}
