import { dayOf } from '../../../shared/dates/index.ts';
import { useClock, useTill } from './till-state.tsx';
import { useMainNow } from './use-now.ts';

/** Formats a time of today as `10:42`, and one of another day as `10:42 (21 nov)`. */
export function useMoment(): (instant: string) => string {
  const clock = useClock();
  const { timeZone } = useTill();
  const today = dayOf(useMainNow(), timeZone);
  return (instant) => {
    const time = clock.time(instant);
    return dayOf(Date.parse(instant), timeZone) === today
      ? time
      : `${time} (${clock.day(instant)})`;
  };
}
