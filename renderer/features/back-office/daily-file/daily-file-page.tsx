import { useState } from 'react';
import { DayScreen } from './day-screen.tsx';
import { DaysList } from './days-list.tsx';

/** The list of days, or one day. */
export function DailyFilePage() {
  const [day, setDay] = useState<string | null>(null);
  return day === null ? (
    <DaysList onOpen={setDay} />
  ) : (
    <DayScreen key={day} day={day} onBack={() => setDay(null)} />
  );
}
